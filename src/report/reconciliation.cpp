#include "report/reconciliation.hpp"

#include "statistics/describe.hpp"
#include "statistics/ratios.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace resnet_bench {
namespace {

/// Wall times of one cycle, by dose: marks behind each step.
using Cycle = std::map<std::int64_t, std::vector<double>>;

bool is_measured(const IterationRecord& iteration) {
  return iteration.kind == IterationKind::plain || iteration.kind == IterationKind::layered ||
         iteration.kind == IterationKind::dosed;
}

std::vector<Cycle> cycles_of(const std::vector<IterationRecord>& iterations) {
  std::map<std::int64_t, Cycle> by_number;
  for (const IterationRecord& iteration : iterations) {
    if (!is_measured(iteration)) continue;
    by_number[iteration.cycle][iteration.dose].push_back(static_cast<double>(iteration.wall_ns));
  }
  std::vector<Cycle> cycles;
  for (auto& [number, cycle] : by_number) {
    if (cycle.count(0) > 0 && cycle.count(1) > 0) cycles.push_back(std::move(cycle));
  }
  return cycles;
}

/// The mean wall time of one dose less what `less_ns` takes of it.
double mean_of(const Cycle& cycle, std::int64_t dose, double less_ns = 0) {
  return mean(cycle.at(dose)) - less_ns;
}

Excess excess_of(const LogRatio& log) {
  const Interval interval = ratio_interval(log);
  return {.share = ratio(log) - 1, .low = interval.low - 1, .high = interval.high - 1};
}

std::optional<Excess> excess_over_cycles(const std::vector<double>& ratios) {
  std::vector<double> logs;
  for (const double value : ratios) {
    if (!(value > 0) || !std::isfinite(value)) return {};
    logs.push_back(std::log(value));
  }
  if (logs.empty()) return {};
  if (const auto log = log_ratio_of_pairs(logs)) return excess_of(*log);
  return Excess{.share = ratios.front() - 1};
}

/// Layered less `less_ns` over plain.
std::optional<Excess> layered_over_plain(const std::vector<Cycle>& cycles, double less_ns) {
  std::vector<double> ratios;
  for (const Cycle& cycle : cycles) {
    ratios.push_back(mean_of(cycle, 1, less_ns) / mean_of(cycle, 0));
  }
  if (cycles.size() == 1) {
    auto layered = estimate_mean(cycles.front().at(1));
    const auto plain = estimate_mean(cycles.front().at(0));
    if (layered && plain && layered->mean > less_ns && plain->mean > 0) {
      layered->mean -= less_ns;
      return excess_of(log_ratio(*layered, *plain));
    }
  }
  return excess_over_cycles(ratios);
}

struct Line {
  double at_none = 0;
  double slope = 0;
};

/// Least squares through the mean time of each dose from `least` on.
Line line_through(const Cycle& cycle, std::int64_t least) {
  double n = 0;
  double doses = 0;
  double times = 0;
  for (const auto& [dose, wall_ns] : cycle) {
    if (dose < least) continue;
    ++n;
    doses += static_cast<double>(dose);
    times += mean(wall_ns);
  }
  double squares = 0;
  double products = 0;
  for (const auto& [dose, wall_ns] : cycle) {
    if (dose < least) continue;
    const double distance = static_cast<double>(dose) - doses / n;
    squares += distance * distance;
    products += distance * mean(wall_ns);
  }
  const double slope = products / squares;
  return {.at_none = times / n - slope * doses / n, .slope = slope};
}

void add_doses(const std::vector<Cycle>& cycles, Reconciliation& result) {
  constexpr std::size_t all_doses = 4;
  std::vector<double> with_one_more;
  std::vector<double> extrapolated;
  for (const Cycle& cycle : cycles) {
    if (cycle.size() < all_doses) continue;
    const Line through_all = line_through(cycle, 0);
    with_one_more.push_back(1 + through_all.slope / through_all.at_none);
    extrapolated.push_back(line_through(cycle, 1).at_none / mean_of(cycle, 0));
  }
  result.dosed_cycles = static_cast<std::int64_t>(with_one_more.size());
  result.dose = excess_over_cycles(with_one_more);
  result.extrapolated = excess_over_cycles(extrapolated);
}

}  // namespace

Reconciliation reconcile(const RunRecord& run, const std::vector<IterationRecord>& iterations) {
  Reconciliation result;
  const std::vector<Cycle> cycles = cycles_of(iterations);
  result.cycles = static_cast<std::int64_t>(cycles.size());
  if (cycles.empty()) return result;
  result.overhead = layered_over_plain(cycles, 0);
  add_doses(cycles, result);
  if (!run.mark_ns || run.marks < 2) return result;
  // A plain iteration has its first and its last mark.
  const double marks_ns = static_cast<double>(run.marks - 2) * *run.mark_ns;
  std::vector<double> plain;
  std::vector<double> layered;
  for (const Cycle& cycle : cycles) {
    plain.insert(plain.end(), cycle.at(0).begin(), cycle.at(0).end());
    layered.insert(layered.end(), cycle.at(1).begin(), cycle.at(1).end());
  }
  result.predicted_ms = (mean(layered) - marks_ns) / 1e6;
  result.predicted = layered_over_plain(cycles, marks_ns);
  if (mean(plain) > 0) result.mark_share = marks_ns / mean(plain);
  return result;
}

}  // namespace resnet_bench
