#pragma once

#include "resnet_bench/records.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace resnet_bench {

/// One time, iteration after iteration. Its sum is of all; what is kept for statistics is every
/// one up to a limit, then every second, every fourth, ..., so that a run of any length fits.
class DurationSeries {
 public:
  static constexpr std::size_t limit = 8192;

  void add(std::int64_t ns);

  std::int64_t count() const { return count_; }
  std::int64_t sum_ns() const { return sum_ns_; }
  std::span<const double> kept() const { return kept_; }
  std::int64_t stride() const { return stride_; }  ///< of which every how-many-th is kept

 private:
  std::vector<double> kept_;
  std::int64_t stride_ = 1;
  std::int64_t count_ = 0;
  std::int64_t sum_ns_ = 0;
};

/// Of what was kept, in the order of time. One value has no spread and no interval.
SeriesStatistics series_statistics(std::span<const double> series);

/// Absent where there was no iteration: nothing is said of nothing.
std::optional<RunStatRecord> run_stat(IterationKind kind, const DurationSeries& wall_ns);

}  // namespace resnet_bench
