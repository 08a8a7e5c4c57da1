#include "report/throughput.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resnet_bench {
namespace {

/// The mean of the middle two where their number is even. Not of an empty one.
double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double population_deviation(const std::vector<double>& values) {
  const double center = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - center) * (value - center);
  return std::sqrt(squares / static_cast<double>(values.size()));
}

/// 1.4826 makes the median absolute deviation of a normal distribution its standard deviation.
double scaled_median_deviation(const std::vector<double>& values) {
  const double center = median(values);
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double value : values) distances.push_back(std::abs(value - center));
  return 1.4826 * median(std::move(distances));
}

}  // namespace

std::optional<Throughput> throughput(std::int64_t batch, const std::vector<std::int64_t>& wall_ns) {
  constexpr double ns_per_second = 1e9;
  const auto no_time = [](std::int64_t ns) { return ns <= 0; };
  if (wall_ns.empty() || std::any_of(wall_ns.begin(), wall_ns.end(), no_time)) return {};

  Throughput result;
  result.iterations = static_cast<std::int64_t>(wall_ns.size());
  result.images = batch * result.iterations;
  result.total_ns = std::accumulate(wall_ns.begin(), wall_ns.end(), std::int64_t{0});
  result.images_per_second =
      ns_per_second * static_cast<double>(result.images) / static_cast<double>(result.total_ns);

  std::vector<double> speeds;
  speeds.reserve(wall_ns.size());
  for (const std::int64_t ns : wall_ns) {
    speeds.push_back(ns_per_second * static_cast<double>(batch) / static_cast<double>(ns));
  }
  result.plus_minus =
      population_deviation(speeds) / std::sqrt(static_cast<double>(result.iterations));
  result.jitter = scaled_median_deviation(speeds);
  return result;
}

}  // namespace resnet_bench
