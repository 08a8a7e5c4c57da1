#include "cli/interrupt.hpp"

#include "cli/exit_status.hpp"

#include <cerrno>
#include <string_view>
#include <unistd.h>

namespace resnet_bench {
namespace {

// A signal handler can reach nothing else.
std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a lock in a signal handler may deadlock");

/// Only what signal-safety(7) lists.
extern "C" void on_signal(int) {
  if (flag.exchange(true)) _exit(exit_interrupted);
  const int saved_errno = errno;
  constexpr std::string_view text = "\nstopping after this iteration; once more to stop at once\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  errno = saved_errno;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  flag = false;
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;  // a write to the database under way is finished
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &previous_interrupt_);
  sigaction(SIGTERM, &action, &previous_terminate_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &previous_interrupt_, nullptr);
  sigaction(SIGTERM, &previous_terminate_, nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() const { return flag; }

}  // namespace resnet_bench
