#include "app/compare_runs.hpp"

#include "resnet_bench/error.hpp"

#include "cli/exit_status.hpp"
#include "report/comparison_text.hpp"
#include "report/load_run_times.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <filesystem>

namespace resnet_bench {
namespace {

void check_group(const std::vector<RunTimes>& runs, const RunRecord& first, bool any_workload) {
  if (any_workload) return;
  for (const RunTimes& times : runs) {
    if (times.run.workload_hash == first.workload_hash) continue;
    throw Refusal("run " + std::to_string(times.run_id) + " computes something else (workload " +
                  times.run.workload_hash + ", not " + first.workload_hash +
                  "); allowed: runs of one workload, or --any-workload");
  }
}

void check_apart(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b) {
  for (const RunTimes& times : a) {
    const auto same = std::find_if(
        b.begin(), b.end(), [&](const RunTimes& other) { return other.run_id == times.run_id; });
    if (same == b.end()) continue;
    throw Refusal("run " + std::to_string(times.run_id) +
                  " is a launch of both A and B; allowed: of one of them");
  }
}

void check_pairs(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b) {
  if (a.size() == b.size() && a.size() > 1) return;
  throw Refusal("--paired has " + std::to_string(a.size()) + " runs in A and " +
                std::to_string(b.size()) + " in B; allowed: as many in both, two at least");
}

int status_of(const Comparison& comparison) {
  if (comparison.has_regression()) return exit_regression;
  return comparison.total.verdict == Verdict::undecided ? exit_undecided : exit_done;
}

}  // namespace

int compare_runs(const CompareOptions& options, std::ostream& out) {
  if (!std::filesystem::exists(options.db)) {
    throw Refusal("database '" + options.db + "' does not exist; allowed: a file that holds runs");
  }
  Store store(options.db);
  const std::vector<RunTimes> a = load_run_times(store.database(), options.a);
  const std::vector<RunTimes> b = load_run_times(store.database(), options.b);
  check_group(a, a.front().run, options.any_workload);
  check_group(b, a.front().run, options.any_workload);
  check_apart(a, b);
  if (options.paired) check_pairs(a, b);
  const Comparison comparison = compare(a, b, options.margin, options.paired);
  if (options.format == OutputFormat::tsv) {
    print_comparison_tsv(comparison, out);
  } else {
    print_comparison(a, b, comparison, out);
  }
  return status_of(comparison);
}

}  // namespace resnet_bench
