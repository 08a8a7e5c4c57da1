#include "report/wording.hpp"

#include "resnet_bench/text.hpp"

#include "report/number_text.hpp"
#include "report/reconciliation_wording.hpp"
#include "report/roof_wording.hpp"
#include "report/telemetry_wording.hpp"
#include "report/verification.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace resnet_bench {
namespace {

std::string build_text(const RunRecord& run) {
  std::string text = run.version + (run.commit.empty() ? "" : " " + run.commit);
  for (const char* name : {"compiler", "flags"}) {
    const auto at = run.build.find(name);
    if (at != run.build.end()) text += ", " + at->second;
  }
  return text;
}

std::string iterations(std::int64_t count, const std::string& kind) {
  return std::to_string(count) + " " + kind + (count == 1 ? " iteration" : " iterations");
}

std::string rate_or_blank(const std::optional<double>& value) {
  return value ? fixed(*value, 1) : std::string();
}

/// "; 95 % interval 3600.000 to 3700.000 ms, +-1.37 %; median 3640.000"; what is not known is left
/// out.
std::string spread_text(const std::optional<RunStatRecord>& stat) {
  if (!stat) return "";
  std::string text;
  const SeriesStatistics& series = stat->series;
  if (const auto half = relative_half_width(*stat)) {
    text += "; 95 % interval " + fixed(static_cast<double>(*series.mean_ci_low_ns) / 1e6, 3) +
            " to " + fixed(static_cast<double>(*series.mean_ci_high_ns) / 1e6, 3) + " ms, +-" +
            percent(*half, 2);
  }
  if (series.median_ns) {
    text += "; median " + fixed(static_cast<double>(*series.median_ns) / 1e6, 3);
  }
  return text;
}

std::string percent_or_blank(const std::optional<double>& value) {
  return value ? percent(*value, 2) : std::string();
}

/// "62 % compute"; a star where the algorithm multiplies less than is counted.
std::string roof_text(const LeafTime& leaf) {
  const auto share = leaf.roof_share();
  if (!share) return "";
  return percent(*share, 0) + " " + leaf.pass.roof_binds +
         (multiplies_less(leaf.pass.algorithm) ? "*" : "");
}

std::string throughput_text(const Report& report) {
  if (!report.throughput) return "none: no plain iteration was finished";
  const Throughput& plain = *report.throughput;
  std::string text = rate(plain.images_per_second) + " images/s: " + with_commas(plain.images) +
                     " images in " + duration_text(plain.total_ns) + ", " +
                     iterations(plain.iterations, "plain");
  if (plain.iterations == 1) text += " (one only: its spread is unknown)";
  return text;
}

}  // namespace

std::string joined(const std::map<std::string, std::string>& map, const char* between) {
  std::string text;
  for (const auto& [key, value] : map) {
    text.append(text.empty() ? "" : ", ").append(key).append(between).append(value);
  }
  return text;
}

std::string title(const Report& report) {
  const RunRecord& run = report.run;
  return run.model + " " + run.variant + ", " + run.mode + ", batch " + std::to_string(run.batch) +
         ", " + run.precision + " on " + run.device;
}

std::string warning(const Report& report) {
  if (report.ended == RunEnd::done) return "";
  std::string text = std::string("NOT A WHOLE RUN: ") + to_string(report.ended);
  if (!report.reason.empty()) text += " (" + report.reason + ")";
  return text + "; what follows is of the iterations finished before";
}

std::vector<Fact> configuration(const Report& report) {
  const RunRecord& run = report.run;
  std::vector<Fact> facts = {
      {"network", std::to_string(run.image_size) + "x" + std::to_string(run.image_size) + ", " +
                      with_commas(run.classes) + " classes, " + with_commas(run.parameters) +
                      " parameters, input " + run.data},
      {"device", run.device + ": " + run.device_model + ", " + std::to_string(run.threads) +
                     (run.threads == 1 ? " thread" : " threads") +
                     (run.pinning.empty() ? "" : ", " + run.pinning)},
      {"preset", run.preset + ", workload " + run.workload_hash},
      {"plan", "fusion " + run.fusion + ", layout " + run.layout + ", peak memory " +
                   bytes_text(run.peak_bytes)},
  };
  if (!run.libraries.empty()) facts.push_back({"libraries", joined(run.libraries, " ")});
  if (!run.labels.empty()) facts.push_back({"labels", joined(run.labels, "=")});
  if (!report.huge_pages.empty()) facts.push_back({"pages", report.huge_pages});
  if (!run.environment.empty()) facts.push_back({"environment", joined(run.environment, "=")});
  if (!run.build.empty()) facts.push_back({"build", build_text(run)});
  if (!run.warnings.empty()) facts.push_back({"WARNING", run.warnings});
  facts.push_back({"run", std::to_string(report.run_id) + ", " + run.uid + ", " +
                              to_string(report.ended) + ", begun " + run.started_at + " on " +
                              run.host});
  return facts;
}

std::vector<Fact> figures(const Report& report) {
  std::vector<Fact> facts = {{"throughput", throughput_text(report)}};
  if (report.plain_ms) {
    facts.push_back({"plain", fixed(*report.plain_ms, 3) + " ms an iteration, no layer timed" +
                                  spread_text(report.plain)});
  }
  if (report.layered_ms) {
    std::string text = fixed(*report.layered_ms, 3) + " ms an iteration, every layer timed, " +
                       iterations(report.layered_iterations, "layered");
    facts.push_back({"layered", text});
  }
  if (report.leaves_ms) {
    facts.push_back({"leaves", fixed(*report.leaves_ms, 3) + " ms, the sum of all of them"});
  }
  if (report.unattributed_ms) {
    facts.push_back({"unattributed", fixed(*report.unattributed_ms, 3, true) + " ms, " +
                                         percent(*report.unattributed_share, 2, true) +
                                         " of layered: measured, but in no layer"});
  }
  facts.push_back(verification_fact(report));
  for (Fact& fact : reconciliation_facts(report)) facts.push_back(std::move(fact));
  if (report.instances) facts.push_back(instance_fact(report.run, *report.instances));
  for (Fact& fact : minute_facts(report.minutes)) facts.push_back(std::move(fact));
  for (Fact& fact : roof_facts(report)) facts.push_back(std::move(fact));
  for (Fact& fact : telemetry_facts(report)) facts.push_back(std::move(fact));
  std::string before = "setup " + duration_text(report.run.setup_ns);
  if (report.run.find_ns > 0) {
    before += " (" + duration_text(report.run.find_ns) + " of it choosing algorithms)";
  }
  before += ", memory and initial values " + duration_text(report.run.allocate_ns);
  if (report.first_iteration_ns) {
    before += ", first iteration " + duration_text(*report.first_iteration_ns);
  }
  facts.push_back({"before", before});
  if (report.loss) {
    const bool finite = std::isfinite(*report.loss);
    facts.push_back({"loss", (finite ? fixed(*report.loss, 4) : "not finite") + " at the end"});
  }
  return facts;
}

std::string why_no_leaves(const Report& report) {
  if (!report.leaves.empty()) return "";
  if (!report.run.layer_timing) return "No time per layer: this build has LAYER_TIMING=0.";
  if (report.layered_iterations == 0) {
    return "No time per layer: the run ended before its first layered iteration.";
  }
  return "No time per layer: the run did not get to write its statistics; its raw rows are in "
         "log_step.";
}

std::vector<std::string> leaf_head() {
  return {"layer",   "pass", "ms/iteration", "+-",       "share",
          "GFLOP/s", "GB/s", "of roof",      "algorithm"};
}

std::vector<std::vector<std::string>> leaf_rows(const Report& report, std::size_t most) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(most, report.leaves.size()); ++i) {
    const LeafTime& leaf = report.leaves[i];
    rows.push_back({leaf.layer.path, to_string(leaf.stat.pass), fixed(leaf.ms_per_iteration(), 3),
                    percent_or_blank(leaf.relative_half_width()), percent(leaf.share, 2),
                    rate_or_blank(leaf.gflops_per_second()),
                    rate_or_blank(leaf.gbytes_per_second()), roof_text(leaf), leaf.pass.algorithm});
  }
  return rows;
}

}  // namespace resnet_bench
