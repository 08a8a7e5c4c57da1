#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace resnet_bench {

/// Runs `work` in a child process that root's privileges have been taken from, for root may write
/// what is read-only, and returns the text it returns.
inline std::string as_ordinary_user(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe failed");
  const pid_t child = fork();
  if (child == 0) {
    constexpr unsigned nobody = 65534;
    std::string text = "the child could not become an ordinary user";
    if (geteuid() != 0 || (setgid(nobody) == 0 && setuid(nobody) == 0)) text = work();
    const bool written = write(ends[1], text.data(), text.size()) == ssize_t(text.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string text;
  char buffer[512];
  for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof(buffer))) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "the child died";
}

}  // namespace resnet_bench
