#include "statistics/intervals.hpp"

#include "statistics/describe.hpp"
#include "statistics/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace resnet_bench {
namespace {

constexpr std::size_t batches_from = 512;
constexpr std::size_t batches = 256;

double count(std::span<const double> series) { return static_cast<double>(series.size()); }

/// Means of equally many neighbours each, 256 to 511 of them; the first values are left out where
/// their number does not divide.
std::vector<double> batch_means(std::span<const double> series) {
  const std::size_t length = series.size() / batches;
  std::vector<double> means;
  for (std::size_t at = series.size() % length; at < series.size(); at += length) {
    means.push_back(mean(series.subspan(at, length)));
  }
  return means;
}

/// Autocorrelations of one series, computed as asked for.
class Autocorrelation {
 public:
  explicit Autocorrelation(std::span<const double> series)
      : distances_(series.begin(), series.end()) {
    const double center = mean(series);
    for (double& distance : distances_) distance -= center;
    variance_ = covariance(0);
  }

  bool is_constant() const { return !(variance_ > 0); }
  double operator()(std::size_t lag) const { return covariance(lag) / variance_; }

 private:
  double covariance(std::size_t lag) const {
    double sum = 0;
    for (std::size_t i = lag; i < distances_.size(); ++i)
      sum += distances_[i] * distances_[i - lag];
    return sum / static_cast<double>(distances_.size());
  }

  std::vector<double> distances_;
  double variance_ = 0;
};

/// What is to be added to an estimated autocorrelation, for the mean that was taken away was
/// estimated from the same values. Kendall's form needs a handful of values.
double bias_correction(double first, double n) { return n > 4 ? (1 + 3 * first) / n : 0; }

double autoregressive_tau(const Autocorrelation& correlation, double n) {
  constexpr double most = 0.99;
  const double first = correlation(1);
  const double r = std::clamp(first + bias_correction(first, n), 0.0, most);
  return (1 + r) / (1 - r);
}

double monotone_sequence_tau(const Autocorrelation& correlation, double n) {
  const double bias = bias_correction(correlation(1), n);
  const auto lags = static_cast<std::size_t>(std::min(n - 1, std::max(3.0, n / 2)));
  double tau = -1;
  double before = HUGE_VAL;
  for (std::size_t lag = 0; lag + 1 <= lags; lag += 2) {
    const double pair = (lag == 0 ? 1 : correlation(lag) + bias) + correlation(lag + 1) + bias;
    before = std::min(before, pair);
    if (before <= 0) break;
    tau += 2 * before;
  }
  return tau;
}

/// Of a series that is short enough to look at all its lags.
double effective_count_of_all(std::span<const double> series) {
  const double n = count(series);
  if (n < 2) return n;
  const Autocorrelation correlation(series);
  if (correlation.is_constant()) return n;
  const double tau =
      std::max(autoregressive_tau(correlation, n), monotone_sequence_tau(correlation, n));
  return std::clamp(n / tau, 2.0, n);
}

MeanEstimate estimate_from(std::span<const double> series) {
  const double n = count(series);
  const double effective = effective_count_of_all(series);
  // A sample variance over n has the expectation variance x (1 - 1 / effective count).
  constexpr double least = 0.2;
  const double population_variance = sample_variance(series) * (n - 1) / n;
  const double variance = population_variance / std::max(1 - 1 / effective, least);
  return {.mean = mean(series),
          .standard_error = std::sqrt(variance / effective),
          .degrees = std::max(effective - 1, 1.0)};
}

double t_of(double degrees) { return student_t_quantile((1 + confidence_level) / 2, degrees); }

}  // namespace

double effective_count(std::span<const double> series) {
  if (series.size() < batches_from) return effective_count_of_all(series);
  const double error = estimate_from(batch_means(series)).standard_error;
  if (!(error > 0)) return count(series);
  return std::clamp(sample_variance(series) / (error * error), 2.0, count(series));
}

std::optional<MeanEstimate> estimate_mean(std::span<const double> series) {
  if (series.size() < 2) return {};
  if (series.size() < batches_from) return estimate_from(series);
  MeanEstimate estimate = estimate_from(batch_means(series));
  estimate.mean = mean(series);
  return estimate;
}

Interval interval_of(const MeanEstimate& estimate) {
  const double half = t_of(estimate.degrees) * estimate.standard_error;
  return {.low = estimate.mean - half, .high = estimate.mean + half};
}

std::optional<Interval> mean_interval(std::span<const double> series) {
  const std::optional<MeanEstimate> estimate = estimate_mean(series);
  return estimate ? std::optional(interval_of(*estimate)) : std::nullopt;
}

std::optional<Interval> median_interval(std::span<const double> series) {
  if (series.size() < 2) return {};
  const std::vector<double> in_order = sorted(series);
  const double middle = percentile_of_sorted(in_order, 0.5);
  std::vector<double> above;
  above.reserve(series.size());
  for (const double value : series) above.push_back(value > middle ? 1 : 0);
  const double effective = std::min(effective_count(series), effective_count(above));

  const double share = t_of(effective - 1) / 2 / std::sqrt(effective);
  const double n = count(series);
  if (share < (n - 1) / (n + 1) / 2) {
    return Interval{.low = percentile_of_sorted(in_order, 0.5 - share),
                    .high = percentile_of_sorted(in_order, 0.5 + share)};
  }
  constexpr double median_over_mean = 1.2533141373155003;  // sqrt(pi / 2)
  const MeanEstimate estimate = *estimate_mean(series);
  const double half = median_over_mean * t_of(estimate.degrees) * estimate.standard_error;
  return Interval{.low = middle - half, .high = middle + half};
}

}  // namespace resnet_bench
