#include "statistics/change_points.hpp"

#include "statistics/describe.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench {
namespace {

constexpr std::size_t least_to_tell = 8;
constexpr std::size_t least_segment = 3;
constexpr std::size_t most_looked_at = 1024;
constexpr double same_level = 0.01;

std::vector<double> means_of_neighbours(std::span<const double> series, std::size_t length) {
  std::vector<double> means;
  for (std::size_t at = 0; at < series.size(); at += length) {
    means.push_back(mean(series.subspan(at, std::min(length, series.size() - at))));
  }
  return means;
}

void pull_in_outliers(std::vector<double>& series) {
  constexpr double deviations = 10 * 1.4826;
  const double center = median(series);
  const double reach = deviations * median_deviation(series);
  if (!(reach > 0)) return;
  for (double& value : series) value = std::clamp(value, center - reach, center + reach);
}

/// The cost of any segment in constant time, from sums up to each place.
class SegmentCost {
 public:
  explicit SegmentCost(std::span<const double> series) : center_(mean(series)) {
    double sum = 0;
    double squares = 0;
    sums_.push_back(sum);
    squares_.push_back(squares);
    for (const double value : series) {
      const double distance = value - center_;
      sums_.push_back(sum += distance);
      squares_.push_back(squares += distance * distance);
    }
  }

  double operator()(std::size_t first, std::size_t end) const {
    const auto n = static_cast<double>(end - first);
    const double sum = sums_[end] - sums_[first];
    const double variance = (squares_[end] - squares_[first] - sum * sum / n) / n;
    // No clock is so even that a variance says more than this.
    const double floor = 1e-4 * std::abs(center_);
    return n * std::log(std::max(variance, floor * floor + 1e-300));
  }

 private:
  double center_;
  std::vector<double> sums_;
  std::vector<double> squares_;
};

/// The beginnings of the segments, the first one, 0, too.
std::vector<std::size_t> beginnings(std::span<const double> series) {
  const std::size_t n = series.size();
  if (n < 2 * least_segment) return {0};
  const SegmentCost cost(series);
  const double penalty = 15 * std::log(static_cast<double>(n));
  std::vector<double> best(n + 1, HUGE_VAL);  // of the first `end` values
  std::vector<std::size_t> last_beginning(n + 1, 0);
  best[0] = -penalty;
  std::vector<std::size_t> candidates;
  for (std::size_t end = least_segment; end <= n; ++end) {
    candidates.push_back(end - least_segment);
    for (const std::size_t begin : candidates) {
      const double total = best[begin] + cost(begin, end) + penalty;
      if (total < best[end]) {
        best[end] = total;
        last_beginning[end] = begin;
      }
    }
    // Whoever is behind at a place where a change was allowed will never lead from there on, which
    // is from a segment's least length later.
    const std::size_t place = end + 1 - least_segment;
    std::erase_if(candidates, [&](std::size_t begin) {
      return begin + least_segment <= place && best[begin] + cost(begin, place) >= best[place];
    });
  }
  std::vector<std::size_t> result;
  for (std::size_t end = n; end > 0; end = last_beginning[end]) {
    result.push_back(last_beginning[end]);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace

std::vector<Segment> segments_of(std::span<const double> series) {
  if (series.empty()) return {};
  const std::size_t length = (series.size() + most_looked_at - 1) / most_looked_at;
  std::vector<double> looked_at = means_of_neighbours(series, length);
  pull_in_outliers(looked_at);
  const std::vector<std::size_t> begins = beginnings(looked_at);
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t first = begins[i] * length;
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] * length : series.size();
    segments.push_back({first, end - first, mean(series.subspan(first, end - first))});
  }
  return segments;
}

const char* to_string(Steadiness steadiness) {
  switch (steadiness) {
    case Steadiness::unknown:
      return "unknown";
    case Steadiness::steady:
      return "steady";
    case Steadiness::slowing:
      return "slowing";
    case Steadiness::no_steady_state:
      return "no steady state";
  }
  return "?";
}

Steadiness classify(std::span<const Segment> segments, double settled) {
  std::size_t all = 0;
  for (const Segment& segment : segments) all += segment.count;
  if (all < least_to_tell) return Steadiness::unknown;
  const double level = segments.back().mean;
  std::size_t at_level = 0;
  auto earlier = segments.rbegin();
  for (; earlier != segments.rend(); ++earlier) {
    if (std::abs(earlier->mean - level) > same_level * level) break;
    at_level += earlier->count;
  }
  if (static_cast<double>(at_level) < settled * static_cast<double>(all)) {
    return Steadiness::no_steady_state;
  }
  const bool was_faster = std::any_of(earlier, segments.rend(), [&](const Segment& segment) {
    return segment.mean < level * (1 - same_level);
  });
  return was_faster ? Steadiness::slowing : Steadiness::steady;
}

}  // namespace resnet_bench
