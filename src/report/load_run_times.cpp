#include "report/load_run_times.hpp"

#include "resnet_bench/error.hpp"

#include "report/load_report.hpp"
#include "statistics/distributions.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace resnet_bench {
namespace {

/// The estimate that an interval was made of.
MeasuredTime measured(double mean_ns, const SeriesStatistics& series) {
  MeasuredTime time{.mean_ns = mean_ns};
  if (!series.mean_ci_high_ns || !series.effective_count) return time;
  const double degrees = std::max(*series.effective_count - 1, 1.0);
  const double half = static_cast<double>(*series.mean_ci_high_ns) - mean_ns;
  time.estimate =
      MeanEstimate{.mean = mean_ns,
                   .standard_error = std::max(
                       half / student_t_quantile((1 + confidence_level) / 2, degrees), 0.0),
                   .degrees = degrees};
  return time;
}

RunTimes load_one(Database& database, std::int64_t run_id) {
  const Report report = load_report(database, run_id);
  const std::string run = "run " + std::to_string(run_id);
  if (report.ended != RunEnd::done) {
    throw Refusal(run + " is " + to_string(report.ended) + "; allowed: runs that are done");
  }
  if (!report.plain) throw Refusal(run + " has no plain iteration; allowed: runs that have");
  RunTimes times{
      .run_id = run_id,
      .run = report.run,
      .plain = measured(static_cast<double>(report.plain->mean_ns), report.plain->series)};
  for (const LeafTime& leaf : report.leaves) {
    if (leaf.pass.algorithm == "none") continue;  // no work, only the cost of a mark
    times.leaves[{leaf.layer.path, to_string(leaf.stat.pass)}] =
        measured(static_cast<double>(leaf.stat.sum_ns) / static_cast<double>(leaf.stat.iterations),
                 leaf.stat.series);
  }
  return times;
}

std::set<std::int64_t> with_launches(Database& database, const std::vector<std::int64_t>& ids) {
  std::set<std::int64_t> result(ids.begin(), ids.end());
  for (const std::int64_t id : ids) {
    Statement others(database,
                     "SELECT other.id FROM run JOIN run other ON other.launch_group = "
                     "run.launch_group WHERE run.id = ? AND run.launch_group <> ''");
    others.bind(1, id);
    while (others.step()) result.insert(others.int64(0));
  }
  return result;
}

}  // namespace

std::vector<RunTimes> load_run_times(Database& database, const std::vector<std::int64_t>& run_ids) {
  std::vector<RunTimes> runs;
  for (const std::int64_t id : with_launches(database, run_ids)) {
    runs.push_back(load_one(database, id));
  }
  return runs;
}

}  // namespace resnet_bench
