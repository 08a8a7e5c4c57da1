#pragma once

#include <optional>
#include <span>

/// How far the mean and the median of a series can be trusted, where the values follow one another
/// in time and are not independent. docs/measurements.md has how often these intervals hold the
/// true value.
namespace resnet_bench {

constexpr double confidence_level = 0.95;

struct Interval {
  double low = 0;
  double high = 0;
};

/// How many independent values would say as much about the mean, from 2 to n; 1 for one value.
///
/// n / tau, where tau = 1 + 2 x the sum of the autocorrelations is the larger of two estimates, for
/// each alone gives too small ones on some series: that of a first-order autoregression, its
/// coefficient corrected for its bias, (1 + 3r) / n (Kendall, Biometrika 41, 1954); and Geyer's
/// initial monotone sequence (Statistical Science 7, 1992). Negative correlation counts as none.
/// From 512 values on, of means over batches of neighbours.
double effective_count(std::span<const double> series);

/// The mean with its standard error: the deviation, corrected for what dependence takes from it,
/// over the root of the effective count.
struct MeanEstimate {
  double mean = 0;
  double standard_error = 0;
  double degrees = 0;  ///< of freedom of the error: effective count - 1
};

/// Absent for fewer than two values: one says nothing of its error.
std::optional<MeanEstimate> estimate_mean(std::span<const double> series);

/// mean +- t x standard error, of Student's t at confidence_level.
Interval interval_of(const MeanEstimate& estimate);
std::optional<Interval> mean_interval(std::span<const double> series);

/// Between two order statistics, as many ranks around the middle as the effective count of the
/// series (or, where that is less, of whether each value is above the median) allows:
/// 1/2 +- t / (2 sqrt(count)). Where so few values have none such, the median +- 1.2533 x t x the
/// mean's standard error: what a median's error is over a mean's, of normal values at most.
/// Absent for fewer than two values.
std::optional<Interval> median_interval(std::span<const double> series);

}  // namespace resnet_bench
