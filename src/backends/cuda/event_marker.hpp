#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cuda/device.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace resnet_bench::cuda {

/// A mark is an event on the stream, made beforehand. Stamps count from the first mark, in steps of
/// about half a microsecond.
class EventMarker final : public Marker {
 public:
  EventMarker(const Device& device, std::int64_t capacity);

  void reset() override { taken_ = 0; }
  void mark() override;
  void replayed(std::int64_t marks) override { taken_ = static_cast<std::size_t>(marks); }
  std::span<const std::int64_t> times() override;

 private:
  const Device& device_;
  std::vector<Handle<cudaEvent_t, cudaEventDestroy>> events_;
  std::vector<std::int64_t> times_;
  std::size_t taken_ = 0;
};

}  // namespace resnet_bench::cuda
