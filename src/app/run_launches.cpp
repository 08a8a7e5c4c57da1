#include "app/run_launches.hpp"

#include "resnet_bench/error.hpp"

#include "app/check_list.hpp"
#include "app/print_reports.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "report/load_report.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace resnet_bench {
namespace {

constexpr const char* internal_option = "--as-launch";

/// This program with other arguments, in a process group of its own, so that a Ctrl-C reaches it
/// once, through us. Nothing is read, and what it would print we print at the end.
pid_t start(std::string program, std::vector<std::string> arguments) {
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
  if (error != 0) throw RunError(std::string("cannot start a launch: ") + std::strerror(error));
  return process;
}

/// Its exit status. Looks a few times a second: waiting in the kernel, an interrupt could not be
/// passed on.
int wait_for(pid_t process, const std::atomic<bool>& interrupted) {
  bool told = false;
  int status = 0;
  pid_t ended = 0;
  while ((ended = waitpid(process, &status, WNOHANG)) == 0) {
    if (interrupted && !std::exchange(told, true)) kill(process, SIGTERM);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  if (ended < 0) throw RunError(std::string("lost a launch: ") + std::strerror(errno));
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  throw RunError("a launch was ended by signal " + std::to_string(WTERMSIG(status)));
}

std::vector<std::int64_t> runs_of(Database& database, const std::string& group) {
  Statement statement(database, "SELECT id FROM run WHERE launch_group = ? ORDER BY id");
  statement.bind(1, group);
  std::vector<std::int64_t> ids;
  while (statement.step()) ids.push_back(statement.int64(0));
  return ids;
}

std::vector<Report> reports_of(Database& database, const std::vector<std::string>& groups,
                               OutputFormat format) {
  const bool for_people = format == OutputFormat::table || format == OutputFormat::md;
  std::vector<Report> reports;
  for (const std::string& group : groups) {
    std::vector<std::int64_t> ids = runs_of(database, group);
    if (for_people && ids.size() > 1) ids.erase(ids.begin(), ids.end() - 1);
    for (const std::int64_t id : ids) reports.push_back(load_report(database, id));
  }
  return reports;
}

}  // namespace

int run_launches(const CommandLine& line, const Invocation& invocation) {
  set_up_logging(line.output.verbosity);
  check_list(line);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < line.configs.size(); ++i) groups.push_back(make_uuid_v7());
  int status = exit_done;
  for (std::int64_t launch = 1; launch <= line.launches && status == exit_done; ++launch) {
    for (std::size_t i = 0; i < groups.size() && status == exit_done; ++i) {
      if (interrupt.interrupted()) {
        status = exit_interrupted;
        break;
      }
      spdlog::info("launch {} of {}", launch, line.launches);
      std::vector<std::string> arguments = invocation.arguments;
      arguments.push_back(internal_option);
      arguments.push_back(groups[i] + "," + std::to_string(launch) + "," +
                          std::to_string(line.launches) + "," + std::to_string(i));
      status = wait_for(start(invocation.program, std::move(arguments)), interrupt.interrupted());
    }
  }
  const std::vector<Report> reports = reports_of(store.database(), groups, line.output.format);
  if (!reports.empty()) print_reports(reports, line.output.format);
  return status;
}

std::vector<std::string> users_arguments(const CommandLine& line,
                                         std::vector<std::string> arguments) {
  if (line.as_launch) arguments.resize(arguments.size() - 2);
  return arguments;
}

}  // namespace resnet_bench
