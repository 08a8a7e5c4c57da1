#include "benchmark/stopping.hpp"

#include "statistics/intervals.hpp"

namespace resnet_bench {
namespace {

/// Plain and layered blocks are compared cycle by cycle, and iterations of one block are alike.
constexpr std::int64_t least_cycles = 8;
constexpr std::int64_t least_iterations = 10;

}  // namespace

bool Stopping::is_reached(const DurationSeries& wall_ns, std::int64_t cycles) {
  if (cycles < least_cycles || wall_ns.count() < least_iterations) return false;
  if (wall_ns.count() < next_look_) return false;
  next_look_ = wall_ns.count() + wall_ns.count() / 4;
  const std::optional<MeanEstimate> estimate = estimate_mean(wall_ns.kept());
  if (!estimate) return false;
  const Interval interval = interval_of(*estimate);
  return (interval.high - interval.low) / 2 <= target_ * estimate->mean;
}

}  // namespace resnet_bench
