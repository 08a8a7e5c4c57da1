#include "backends/cuda/event_marker.hpp"

#include <cmath>
#include <stdexcept>

namespace resnet_bench::cuda {

EventMarker::EventMarker(const Device& device, std::int64_t capacity)
    : device_(device),
      events_(static_cast<std::size_t>(capacity)),
      times_(static_cast<std::size_t>(capacity)) {
  for (auto& event : events_) {
    check(cudaEventCreateWithFlags(event.out(), cudaEventDefault), "cudaEventCreateWithFlags");
  }
}

void EventMarker::mark() {
  if (taken_ == events_.size()) throw std::logic_error("more marks than the marker was made for");
  // Within a graph an ordinary record only orders its nodes; an external one is a node of its own.
  const unsigned flags = device_.is_recording() ? cudaEventRecordExternal : cudaEventRecordDefault;
  check(cudaEventRecordWithFlags(events_[taken_++].get(), device_.stream(), flags),
        "cudaEventRecordWithFlags");
}

std::span<const std::int64_t> EventMarker::times() {
  if (taken_ == 0) return {};
  check_waited(cudaEventSynchronize(events_[taken_ - 1].get()), "cudaEventSynchronize");
  times_[0] = 0;
  for (std::size_t i = 1; i < taken_; ++i) {
    float milliseconds = 0;
    check_waited(cudaEventElapsedTime(&milliseconds, events_[0].get(), events_[i].get()),
                 "cudaEventElapsedTime");
    times_[i] = std::llround(static_cast<double>(milliseconds) * 1e6);
  }
  return {times_.data(), taken_};
}

}  // namespace resnet_bench::cuda
