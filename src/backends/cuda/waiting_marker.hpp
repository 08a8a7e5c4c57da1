#pragma once

#include "resnet_bench/clock_marker.hpp"

#include "backends/cuda/device.hpp"

#include <cstdint>
#include <span>

namespace resnet_bench::cuda {

/// A mark waits for the whole device and reads the host's clock: layers never overlap, and each
/// pays for its launch and for the wait.
class WaitingMarker final : public Marker {
 public:
  explicit WaitingMarker(std::int64_t capacity) : clock_(capacity) {}

  void reset() override { clock_.reset(); }
  void mark() override {
    check_waited(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    clock_.mark();
  }
  std::span<const std::int64_t> times() override { return clock_.times(); }

 private:
  ClockMarker clock_;
};

}  // namespace resnet_bench::cuda
