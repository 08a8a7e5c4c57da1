#include "resnet_bench/clock_marker.hpp"

#include <chrono>
#include <stdexcept>

namespace resnet_bench {

std::int64_t steady_clock_ns() {
  using std::chrono::steady_clock;
  static_assert(steady_clock::is_steady);
  return steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

ClockMarker::ClockMarker(std::int64_t capacity) : times_(static_cast<std::size_t>(capacity)) {}

void ClockMarker::mark() {
  if (taken_ == times_.size()) throw std::logic_error("more marks than the marker was made for");
  times_[taken_++] = steady_clock_ns();
}

}  // namespace resnet_bench
