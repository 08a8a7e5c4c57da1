#pragma once

#include "resnet_bench/records.hpp"

#include "benchmark/duration_series.hpp"
#include "statistics/change_points.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace resnet_bench {

/// When warm-up ends that nobody gave a length: looked at after 8 iterations, 12, 18, ..., so that
/// a lucky moment is not waited for. Over where the wall times so far have settled for as long as
/// they took to, and the last two quarters of them differ by 1 % at most.
class WarmUp {
 public:
  void add(std::int64_t wall_ns) { wall_ns_.add(wall_ns); }
  bool is_over();

  const DurationSeries& wall_ns() const { return wall_ns_; }

 private:
  DurationSeries wall_ns_;
  std::int64_t next_look_ = 8;
};

/// The verdict on a kind's wall times with its evidence, appended to `records`.
void judge_warmup(const DurationSeries& wall_ns, EndRecords& records);
void judge_plain(const DurationSeries& wall_ns, EndRecords& records);

}  // namespace resnet_bench
