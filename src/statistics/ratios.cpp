#include "statistics/ratios.hpp"

#include "statistics/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resnet_bench {

LogRatio log_ratio(const MeanEstimate& numerator, const MeanEstimate& denominator) {
  const auto relative_variance = [](const MeanEstimate& estimate) {
    const double relative = estimate.standard_error / estimate.mean;
    return relative * relative;
  };
  const double above = relative_variance(numerator);
  const double below = relative_variance(denominator);
  const double variance = above + below;
  LogRatio result{.value = std::log(numerator.mean / denominator.mean),
                  .standard_error = std::sqrt(variance),
                  .degrees = numerator.degrees + denominator.degrees};
  if (variance > 0) {
    result.degrees = variance * variance /
                     (above * above / numerator.degrees + below * below / denominator.degrees);
  }
  return result;
}

std::optional<LogRatio> log_ratio_of_pairs(std::span<const double> logs) {
  const std::optional<MeanEstimate> estimate = estimate_mean(logs);
  if (!estimate) return {};
  return LogRatio{.value = estimate->mean,
                  .standard_error = estimate->standard_error,
                  .degrees = estimate->degrees};
}

double ratio(const LogRatio& log) { return std::exp(log.value); }

Interval ratio_interval(const LogRatio& log) {
  const Interval logs = interval_of(
      {.mean = log.value, .standard_error = log.standard_error, .degrees = log.degrees});
  return {.low = std::exp(logs.low), .high = std::exp(logs.high)};
}

double p_value(const LogRatio& log) {
  if (!(log.standard_error > 0)) return log.value == 0 ? 1 : 0;
  return 2 * student_t_cdf(-std::abs(log.value) / log.standard_error, log.degrees);
}

double equivalence_p_value(const LogRatio& log, double margin) {
  const double room = std::log1p(margin) - std::abs(log.value);
  if (!(log.standard_error > 0)) return room > 0 ? 0 : 1;
  return student_t_cdf(-room / log.standard_error, log.degrees);
}

double least_detectable(const LogRatio& log) {
  constexpr double power = 0.8;
  return std::expm1((student_t_quantile((1 + confidence_level) / 2, log.degrees) +
                     student_t_quantile(power, log.degrees)) *
                    log.standard_error);
}

std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  std::vector<std::size_t> largest_first(p_values.size());
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::sort(largest_first.begin(), largest_first.end(),
            [&](std::size_t a, std::size_t b) { return p_values[a] > p_values[b]; });
  std::vector<double> adjusted(p_values.size());
  const auto n = static_cast<double>(p_values.size());
  double least = 1;
  for (std::size_t i = 0; i < largest_first.size(); ++i) {
    const double rank = n - static_cast<double>(i);
    least = std::min(least, p_values[largest_first[i]] * n / rank);
    adjusted[largest_first[i]] = least;
  }
  return adjusted;
}

}  // namespace resnet_bench
