#include "resnet_bench/clock_marker.hpp"

#include <chrono>
#include <stdexcept>

namespace resnet_bench {

ClockMarker::ClockMarker(std::int64_t capacity) : times_(static_cast<std::size_t>(capacity)) {}

void ClockMarker::mark() {
  static_assert(std::chrono::steady_clock::is_steady);
  if (taken_ == times_.size()) throw std::logic_error("more marks than the marker was made for");
  times_[taken_++] = std::chrono::duration_cast<std::chrono::nanoseconds>(
                         std::chrono::steady_clock::now().time_since_epoch())
                         .count();
}

}  // namespace resnet_bench
