#include "report/launch_spread.hpp"

#include "statistics/describe.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace resnet_bench {

std::optional<LaunchSpread> load_launch_spread(Database& database, const RunRecord& run) {
  if (run.launch_group.empty()) return {};
  Statement statement(database,
                      "SELECT sum_ns, iterations FROM run JOIN run_stat ON run_stat.run = run.id "
                      "WHERE launch_group = ? AND ended = 'done' AND kind = 'plain' ORDER BY id");
  statement.bind(1, run.launch_group);
  std::vector<double> means_ms;
  double all_ns = 0;
  double iterations = 0;
  while (statement.step()) {
    all_ns += statement.real(0);
    iterations += statement.real(1);
    means_ms.push_back(statement.real(0) / statement.real(1) / 1e6);
  }
  if (means_ms.empty() || !(all_ns > 0)) return {};
  const auto n = static_cast<double>(means_ms.size());
  LaunchSpread spread{
      .count = static_cast<std::int64_t>(means_ms.size()),
      .images_per_second = static_cast<double>(run.batch) * iterations / all_ns * 1e9,
      .mean_ms = mean(means_ms),
      .least_ms = *std::min_element(means_ms.begin(), means_ms.end()),
      .most_ms = *std::max_element(means_ms.begin(), means_ms.end())};
  if (means_ms.size() < 2) return spread;
  spread.std_ms = sample_deviation(means_ms);
  // Processes know nothing of each other: their means are independent.
  const Interval interval = interval_of(
      {.mean = spread.mean_ms, .standard_error = *spread.std_ms / std::sqrt(n), .degrees = n - 1});
  spread.ci_low_ms = std::max(interval.low, 0.0);
  spread.ci_high_ms = interval.high;
  return spread;
}

}  // namespace resnet_bench
