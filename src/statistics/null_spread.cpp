#include "statistics/null_spread.hpp"

#include "statistics/describe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace resnet_bench {
namespace {

/// Of the median distance from 0: a normal standard deviation.
constexpr double normal_factor = 1.4826;

std::vector<std::size_t> order_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

}  // namespace

std::vector<double> spread_by_size(std::span<const double> sizes, std::span<const double> logs) {
  const std::vector<std::size_t> order = order_of(sizes);
  const std::size_t window = std::min<std::size_t>(spread_neighbours + 1, order.size());
  std::vector<double> spreads(logs.size());
  std::vector<double> distances;
  for (std::size_t place = 0; place < order.size(); ++place) {
    const std::size_t first = std::min(place - std::min(place, window / 2), order.size() - window);
    distances.clear();
    for (std::size_t i = first; i < first + window; ++i) {
      if (i != place) distances.push_back(std::abs(logs[order[i]]));
    }
    spreads[order[place]] = normal_factor * median(distances);
  }
  return spreads;
}

double weighted_spread(std::span<const double> weights, std::span<const double> logs) {
  std::vector<double> distances;
  for (const double log : logs) distances.push_back(std::abs(log));
  const double half = std::accumulate(weights.begin(), weights.end(), 0.0) / 2;
  double sum = 0;
  for (const std::size_t i : order_of(distances)) {
    sum += weights[i];
    if (sum >= half) return normal_factor * distances[i];
  }
  return 0;
}

}  // namespace resnet_bench
