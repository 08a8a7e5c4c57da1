#pragma once

#include <atomic>
#include <string>
#include <sys/types.h>
#include <vector>

namespace resnet_bench {

/// This program with other arguments, in a process group of its own, so that a Ctrl-C reaches it
/// once, through us. Nothing is read, and what it would print we print at the end. It may run on
/// the processors that the calling thread may. Throws RunError.
pid_t start_child(std::string program, std::vector<std::string> arguments);

/// Its exit status; once `interrupted` is true it is asked to end. Throws RunError where it was
/// ended by a signal.
int wait_for_child(pid_t process, const std::atomic<bool>& interrupted);

}  // namespace resnet_bench
