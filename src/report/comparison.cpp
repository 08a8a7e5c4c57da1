#include "report/comparison.hpp"

#include "statistics/describe.hpp"
#include "statistics/null_spread.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench {
namespace {

constexpr double level = 1 - confidence_level;

/// Of one run, what it says itself; of several, of their means, which are independent.
MeasuredTime over_launches(const std::vector<MeasuredTime>& launches) {
  if (launches.size() == 1) return launches.front();
  std::vector<double> means;
  for (const MeasuredTime& launch : launches) means.push_back(launch.mean_ns);
  const auto n = static_cast<double>(means.size());
  const double center = mean(means);
  return {.mean_ns = center,
          .estimate = MeanEstimate{.mean = center,
                                   .standard_error = sample_deviation(means) / std::sqrt(n),
                                   .degrees = n - 1}};
}

std::optional<LogRatio> ratio_of_pairs(const std::vector<MeasuredTime>& a,
                                       const std::vector<MeasuredTime>& b) {
  std::vector<double> logs;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i].mean_ns > 0) || !(b[i].mean_ns > 0)) return {};
    logs.push_back(std::log(b[i].mean_ns / a[i].mean_ns));
  }
  return log_ratio_of_pairs(logs);
}

std::optional<LogRatio> ratio_of_means(const MeasuredTime& a, const MeasuredTime& b) {
  if (!a.estimate || !b.estimate || !(a.mean_ns > 0) || !(b.mean_ns > 0)) return {};
  return log_ratio(*b.estimate, *a.estimate);
}

ComparedTime compare_times(const std::vector<MeasuredTime>& a, const std::vector<MeasuredTime>& b,
                           bool paired) {
  constexpr double ns_per_ms = 1e6;
  const MeasuredTime of_a = over_launches(a);
  const MeasuredTime of_b = over_launches(b);
  ComparedTime result{.a_ms = of_a.mean_ns / ns_per_ms, .b_ms = of_b.mean_ns / ns_per_ms};
  result.log = paired ? ratio_of_pairs(a, b) : ratio_of_means(of_a, of_b);
  if (result.log) result.p = p_value(*result.log);
  return result;
}

void decide(ComparedTime& time, double margin) {
  if (!time.log) return;
  if (equivalence_p_value(*time.log, margin) <= level) {
    time.verdict = Verdict::same;
  } else if (time.p <= level) {
    time.verdict = Verdict::different;
  }
}

using Key = std::pair<std::string, std::string>;

/// Leaves that all launches have.
std::map<Key, std::vector<MeasuredTime>> leaves_of(const std::vector<RunTimes>& runs) {
  std::map<Key, std::vector<MeasuredTime>> leaves;
  for (const RunTimes& run : runs) {
    for (const auto& [key, time] : run.leaves) leaves[key].push_back(time);
  }
  std::erase_if(leaves, [&](const auto& leaf) { return leaf.second.size() != runs.size(); });
  return leaves;
}

void widen(ComparedTime& time, double spread) {
  if (!time.log || !(spread > time.log->standard_error)) return;
  time.log->standard_error = spread;
  time.log->degrees = spread_degrees;
  time.p = p_value(*time.log);
}

/// One process a side: what they differ by all over is what two processes differ by.
void widen_by_spread(Comparison& result) {
  std::vector<double> sizes;
  std::vector<double> logs;
  for (const ComparedTime& leaf : result.leaves) {
    if (!leaf.log) continue;
    sizes.push_back(leaf.a_ms + leaf.b_ms);
    logs.push_back(leaf.log->value);
  }
  if (logs.size() < fewest_for_a_spread) return;
  const std::vector<double> spreads = spread_by_size(sizes, logs);
  std::size_t next = 0;
  for (ComparedTime& leaf : result.leaves) {
    if (leaf.log) widen(leaf, spreads[next++]);
  }
  widen(result.total, weighted_spread(sizes, logs));
  result.from_spread = true;
}

void compare_leaves(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b,
                    Comparison& result) {
  const auto in_a = leaves_of(a);
  const auto in_b = leaves_of(b);
  for (const auto& [key, times] : in_a) {
    const auto other = in_b.find(key);
    if (other == in_b.end()) {
      result.only_in_a.push_back(key.first + " " + key.second);
      continue;
    }
    ComparedTime leaf = compare_times(times, other->second, result.paired);
    leaf.path = key.first;
    leaf.pass = key.second;
    result.leaves.push_back(std::move(leaf));
  }
  for (const auto& [key, times] : in_b) {
    if (in_a.count(key) == 0) result.only_in_b.push_back(key.first + " " + key.second);
  }
  if (!result.between_launches) widen_by_spread(result);
  std::vector<double> p_values;
  for (const ComparedTime& leaf : result.leaves) p_values.push_back(leaf.p);
  const std::vector<double> adjusted = benjamini_hochberg(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) {
    result.leaves[i].p = adjusted[i];
    decide(result.leaves[i], result.margin);
  }
  std::stable_sort(result.leaves.begin(), result.leaves.end(),
                   [](const ComparedTime& one, const ComparedTime& other) {
                     return std::abs(one.difference_ms()) > std::abs(other.difference_ms());
                   });
}

std::vector<MeasuredTime> plain_of(const std::vector<RunTimes>& runs) {
  std::vector<MeasuredTime> times;
  for (const RunTimes& run : runs) times.push_back(run.plain);
  return times;
}

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::same:
      return "same";
    case Verdict::different:
      return "different";
    case Verdict::undecided:
      return "undecided";
  }
  return "?";
}

bool Comparison::has_regression() const {
  return total.is_slower() || std::any_of(leaves.begin(), leaves.end(),
                                          [](const auto& leaf) { return leaf.is_slower(); });
}

Comparison compare(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b, double margin,
                   bool paired) {
  Comparison result{.margin = margin,
                    .between_launches = a.size() > 1 && b.size() > 1,
                    .paired = paired,
                    .total = compare_times(plain_of(a), plain_of(b), paired)};
  compare_leaves(a, b, result);
  decide(result.total, margin);
  return result;
}

}  // namespace resnet_bench
