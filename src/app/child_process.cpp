#include "app/child_process.hpp"

#include "resnet_bench/error.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace resnet_bench {

pid_t start_child(std::string program, std::vector<std::string> arguments) {
  std::vector<char*> argv = {program.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, "/proc/self/exe", &files, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw RunError(std::string("cannot start a process: ") + std::strerror(error));
  return process;
}

// Looks a few times a second: waiting in the kernel, an interrupt could not be
// passed on.
int wait_for_child(pid_t process, const std::atomic<bool>& interrupted) {
  bool told = false;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(process, &status, WNOHANG)) == 0) {
    if (interrupted && !std::exchange(told, true)) kill(process, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (ended < 0) throw RunError(std::string("lost a process: ") + std::strerror(errno));
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  throw RunError("a process of ours was ended by signal " + std::to_string(WTERMSIG(status)));
}

}  // namespace resnet_bench
