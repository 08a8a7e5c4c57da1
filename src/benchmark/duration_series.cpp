#include "benchmark/duration_series.hpp"

#include "statistics/describe.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench {
namespace {

std::int64_t rounded(double ns) { return std::llround(ns); }

}  // namespace

void DurationSeries::add(std::int64_t ns) {
  if (count_++ % stride_ == 0) {
    if (kept_.size() == limit) {
      for (std::size_t i = 0; i < limit / 2; ++i) kept_[i] = kept_[2 * i];
      kept_.resize(limit / 2);
      stride_ *= 2;
    }
    // The limit is a multiple of 2: the value at hand is one of those still kept.
    kept_.push_back(static_cast<double>(ns));
  }
  sum_ns_ += ns;
}

SeriesStatistics series_statistics(std::span<const double> series) {
  SeriesStatistics result;
  if (series.empty()) return result;
  const std::vector<double> in_order = sorted(series);
  const auto percentile = [&](double share) {
    return rounded(percentile_of_sorted(in_order, share));
  };
  result.median_ns = percentile(0.5);
  result.p90_ns = percentile(0.9);
  result.p95_ns = percentile(0.95);
  result.p99_ns = percentile(0.99);
  result.min_ns = rounded(in_order.front());
  result.max_ns = rounded(in_order.back());
  result.effective_count = effective_count(series);
  if (series.size() < 2) return result;
  result.std_ns = rounded(sample_deviation(series));
  result.mad_ns = rounded(median_deviation(series));
  const Interval of_mean = *mean_interval(series);
  const Interval of_median = *median_interval(series);
  // No time is negative, however wide the interval of a few values.
  result.mean_ci_low_ns = rounded(std::max(of_mean.low, 0.0));
  result.mean_ci_high_ns = rounded(of_mean.high);
  result.ci_low_ns = rounded(std::max(of_median.low, 0.0));
  result.ci_high_ns = rounded(of_median.high);
  return result;
}

std::optional<RunStatRecord> run_stat(IterationKind kind, const DurationSeries& wall_ns) {
  if (wall_ns.count() == 0) return {};
  return RunStatRecord{.kind = kind,
                       .iterations = wall_ns.count(),
                       .sum_ns = wall_ns.sum_ns(),
                       .mean_ns = (wall_ns.sum_ns() + wall_ns.count() / 2) / wall_ns.count(),
                       .series = series_statistics(wall_ns.kept())};
}

}  // namespace resnet_bench
