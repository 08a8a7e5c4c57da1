#pragma once

#include "benchmark/duration_series.hpp"

#include <cstdint>

namespace resnet_bench {

/// Whether the mean is known well enough: its 95 % interval reaches no further than `target` of it
/// to either side. Looked at on a geometric schedule, each time after a quarter more iterations,
/// for an interval that is looked at after each one is passed by luck sooner or later.
class Stopping {
 public:
  explicit Stopping(double target) : target_(target) {}

  /// Called at the end of a cycle, `cycles` of which are finished.
  bool is_reached(const DurationSeries& wall_ns, std::int64_t cycles);

 private:
  double target_;
  std::int64_t next_look_ = 0;
};

}  // namespace resnet_bench
