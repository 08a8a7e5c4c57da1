#include "report/throughput.hpp"

#include "statistics/describe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resnet_bench {
namespace {

double population_deviation(const std::vector<double>& values) {
  const double center = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - center) * (value - center);
  return std::sqrt(squares / static_cast<double>(values.size()));
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
  // 1.4826 makes the median deviation of normal values their standard deviation.
  result.jitter = 1.4826 * median_deviation(speeds);
  return result;
}

}  // namespace resnet_bench
