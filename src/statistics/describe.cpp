#include "statistics/describe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resnet_bench {

double mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_variance(std::span<const double> values) {
  double center = 0;
  double squares = 0;
  double count = 0;
  for (const double value : values) {
    const double before = value - center;
    center += before / ++count;
    squares += before * (value - center);
  }
  return count > 1 ? squares / (count - 1) : 0;
}

double sample_deviation(std::span<const double> values) {
  return std::sqrt(sample_variance(values));
}

double percentile_of_sorted(std::span<const double> sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

std::vector<double> sorted(std::span<const double> values) {
  std::vector<double> result(values.begin(), values.end());
  std::sort(result.begin(), result.end());
  return result;
}

double median(std::span<const double> values) { return percentile_of_sorted(sorted(values), 0.5); }

double median_deviation(std::span<const double> values) {
  const double center = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - center));
  return median(distances);
}

}  // namespace resnet_bench
