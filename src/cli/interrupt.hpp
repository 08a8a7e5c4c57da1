#pragma once

#include <atomic>
#include <signal.h>

namespace resnet_bench {

/// While it lives, Ctrl-C (SIGINT) and SIGTERM ask the run to stop after the iteration at work; a
/// second one ends the process at once with status 130. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();  ///< what was there before handles the signals again
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  /// Looked at between iterations. Whoever looks takes a `const std::atomic<bool>&`, so that a test
  /// can interrupt without a signal.
  const std::atomic<bool>& interrupted() const;

 private:
  struct sigaction previous_interrupt_;
  struct sigaction previous_terminate_;
};

}  // namespace resnet_bench
