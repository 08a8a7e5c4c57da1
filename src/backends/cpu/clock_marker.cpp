#include "backends/cpu/clock_marker.hpp"

#include <chrono>

namespace resnet_bench::cpu {

ClockMarker::ClockMarker(std::int64_t capacity) : times_(static_cast<std::size_t>(capacity)) {}

void ClockMarker::mark() {
  static_assert(std::chrono::steady_clock::is_steady);
  times_[taken_++] = std::chrono::duration_cast<std::chrono::nanoseconds>(
                         std::chrono::steady_clock::now().time_since_epoch())
                         .count();
}

}  // namespace resnet_bench::cpu
