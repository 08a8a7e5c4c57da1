#include "report/comparison_text.hpp"

#include "resnet_bench/text.hpp"

#include "report/number_text.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <map>
#include <ostream>
#include <string>

namespace resnet_bench {
namespace {

constexpr std::size_t most_shown = 15;

std::string ids_of(const std::vector<RunTimes>& runs) {
  std::string text = runs.size() == 1 ? "run " : "runs ";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(std::to_string(runs[i].run_id));
  }
  return text;
}

std::map<std::string, std::string> circumstances(const RunRecord& run) {
  std::map<std::string, std::string> facts = {{"batch", std::to_string(run.batch)},
                                              {"commit", run.commit},
                                              {"data", run.data},
                                              {"device", run.device},
                                              {"device_model", run.device_model},
                                              {"fusion", run.fusion},
                                              {"host", run.host},
                                              {"layer_timing", run.layer_timing ? "1" : "0"},
                                              {"layout", run.layout},
                                              {"mode", run.mode},
                                              {"model", run.model + " " + run.variant},
                                              {"pinning", run.pinning},
                                              {"plan_hash", run.plan_hash},
                                              {"precision", run.precision},
                                              {"preset", run.preset},
                                              {"threads", std::to_string(run.threads)},
                                              {"version", run.version},
                                              {"workload_hash", run.workload_hash}};
  for (const auto& [name, version] : run.libraries) facts["library " + name] = version;
  for (const auto& [key, value] : run.labels) facts["label " + key] = value;
  return facts;
}

void print_differences(const RunRecord& a, const RunRecord& b, std::ostream& out) {
  auto in_a = circumstances(a);
  auto in_b = circumstances(b);
  for (const auto& [name, value] : in_b) in_a.try_emplace(name, "");
  for (const auto& [name, value] : in_a) {
    const std::string other = in_b[name];
    if (value != other) out << "  " << name << ": '" << value << "' in A, '" << other << "' in B\n";
  }
}

std::string ratio_text(const ComparedTime& time) {
  if (time.log) return fixed(ratio(*time.log), 4);
  return time.a_ms > 0 ? fixed(time.b_ms / time.a_ms, 4) : "";
}

std::string interval_text(const ComparedTime& time) {
  if (!time.log) return "";
  const Interval interval = ratio_interval(*time.log);
  return fixed(interval.low, 4) + " to " + fixed(interval.high, 4);
}

std::string least_text(const ComparedTime& time) {
  return time.log ? percent(least_detectable(*time.log), 2) : "";
}

std::size_t count(const std::vector<ComparedTime>& leaves, Verdict verdict) {
  return static_cast<std::size_t>(
      std::count_if(leaves.begin(), leaves.end(),
                    [&](const ComparedTime& leaf) { return leaf.verdict == verdict; }));
}

void print_leaves(const Comparison& comparison, std::ostream& out) {
  double all_ms = 0;
  for (const ComparedTime& leaf : comparison.leaves) all_ms += leaf.difference_ms();
  out << "\n"
      << comparison.leaves.size()
      << " passes of leaf layers: " << count(comparison.leaves, Verdict::different)
      << " different (at a false discovery rate of "
      << "5 %), " << count(comparison.leaves, Verdict::same) << " same within "
      << percent(comparison.margin, 2) << ", " << count(comparison.leaves, Verdict::undecided)
      << " undecided\n"
      << "Layered they differ by " << fixed(all_ms, 3, true) << " ms, made up of\n";
  std::vector<std::vector<std::string>> rows = {
      {"layer", "pass", "A ms", "B ms", "B/A", "95 %", "verdict", "would see", "difference ms"}};
  for (std::size_t i = 0; i < comparison.leaves.size(); ++i) {
    const ComparedTime& leaf = comparison.leaves[i];
    if (i >= most_shown && leaf.verdict != Verdict::different) continue;
    rows.push_back({leaf.path, leaf.pass, fixed(leaf.a_ms, 3), fixed(leaf.b_ms, 3),
                    ratio_text(leaf), interval_text(leaf), to_string(leaf.verdict),
                    least_text(leaf), fixed(leaf.difference_ms(), 3, true)});
  }
  print_text_table(rows, {2, 3, 4, 7, 8}, out);
}

void print_only(const char* where, const std::vector<std::string>& names, std::ostream& out) {
  if (names.empty()) return;
  out << "Only in " << where << ": " << names.size() << " passes, as " << names.front() << "\n";
}

const char* errors_of(const Comparison& comparison) {
  if (comparison.between_launches) {
    return comparison.paired ? "between pairs of processes that took turns" : "between processes";
  }
  return comparison.from_spread
             ? "of one process each, no smaller than what leaves of like duration differ by: a "
               "change of all leaves alike cannot be told from another process (--launches)"
             : "between iterations of one process: what differs from process to process is not in "
               "them (--launches)";
}

}  // namespace

void print_comparison(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b,
                      const Comparison& comparison, std::ostream& out) {
  const RunRecord& run = a.front().run;
  out << "A: " << ids_of(a) << "; B: " << ids_of(b) << "; " << run.model << " " << run.variant
      << ", " << run.mode << ", batch " << run.batch << ", " << run.precision << " on "
      << run.device << "\n";
  print_differences(run, b.front().run, out);
  out << "  errors are " << errors_of(comparison) << "\n";
  const ComparedTime& total = comparison.total;
  out << "\n  plain iteration  A " << fixed(total.a_ms, 3) << " ms, B " << fixed(total.b_ms, 3)
      << " ms, B/A " << ratio_text(total);
  if (total.log) out << " (95 %: " << interval_text(total) << ")";
  out << ": " << to_string(total.verdict);
  if (total.verdict == Verdict::same) out << " within " << percent(comparison.margin, 2);
  if (total.log) {
    out << "; a difference of " << least_text(total) << " would have been seen four times in five";
  } else {
    out << "; one iteration has no error";
  }
  out << "\n";
  if (!comparison.leaves.empty()) print_leaves(comparison, out);
  print_only("A", comparison.only_in_a, out);
  print_only("B", comparison.only_in_b, out);
}

void print_comparison_tsv(const Comparison& comparison, std::ostream& out) {
  out << "path\tpass\ta_ms\tb_ms\tratio\tratio_ci_low\tratio_ci_high\tp\tverdict\t"
         "least_detectable\tdifference_ms\n";
  const auto print = [&](const ComparedTime& time) {
    out << time.path << '\t' << time.pass << '\t' << to_text(time.a_ms) << '\t'
        << to_text(time.b_ms) << '\t';
    if (time.log) {
      out << to_text(ratio(*time.log));
    } else if (time.a_ms > 0) {
      out << to_text(time.b_ms / time.a_ms);
    }
    out << '\t';
    if (time.log) {
      const Interval interval = ratio_interval(*time.log);
      out << to_text(interval.low) << '\t' << to_text(interval.high) << '\t' << to_text(time.p);
    } else {
      out << "\t\t";
    }
    out << '\t' << to_string(time.verdict) << '\t'
        << (time.log ? to_text(least_detectable(*time.log)) : "") << '\t'
        << to_text(time.difference_ms()) << '\n';
  };
  print(comparison.total);
  for (const ComparedTime& leaf : comparison.leaves) print(leaf);
}

}  // namespace resnet_bench
