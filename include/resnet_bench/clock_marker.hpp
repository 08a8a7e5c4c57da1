#pragma once

#include "resnet_bench/backend.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace resnet_bench {

/// Nanoseconds of a clock that never goes back.
std::int64_t steady_clock_ns();

/// A mark is a read of the steady clock: for backends whose ops return only when they are done.
class ClockMarker final : public Marker {
 public:
  explicit ClockMarker(std::int64_t capacity);

  void reset() override { taken_ = 0; }
  /// Throws std::logic_error once more often than it was made for.
  void mark() override;
  std::span<const std::int64_t> times() override { return {times_.data(), taken_}; }

 private:
  std::vector<std::int64_t> times_;
  std::size_t taken_ = 0;
};

}  // namespace resnet_bench
