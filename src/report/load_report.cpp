#include "report/load_report.hpp"

#include "resnet_bench/error.hpp"

#include "report/launch_spread.hpp"
#include "report/verification.hpp"
#include "store/record_rows.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace resnet_bench {
namespace {

constexpr double ns_per_ms = 1e6;

void load_run(Database& database, Report& report) {
  const std::vector<RunRecord> runs = read_rows<RunRecord>(database, report.run_id, "id");
  if (runs.empty()) {
    throw Refusal("run " + std::to_string(report.run_id) +
                  " is not in the database; the newest there is " +
                  std::to_string(database.query_int64("SELECT max(id) FROM run")));
  }
  report.run = runs.front();
  Statement statement(database,
                      "SELECT ended, reason, ended_at, huge_pages, stopped, warmup_verdict, "
                      "plain_verdict FROM run WHERE id = ?");
  statement.bind(1, report.run_id);
  statement.step();
  report.ended = run_end(statement.text(0));
  report.reason = statement.text(1);
  report.ended_at = statement.text(2);
  report.huge_pages = statement.text(3);
  report.stopped = statement.text(4);
  report.warmup_verdict = statement.text(5);
  report.plain_verdict = statement.text(6);
}

void summarize_iterations(const std::vector<IterationRecord>& iterations, Report& report) {
  std::vector<std::int64_t> plain_ns;
  std::vector<std::int64_t> unflagged_ns;
  double layered_ns = 0;
  double marks_ns = 0;
  for (const IterationRecord& iteration : iterations) {
    if (iteration.kind == IterationKind::plain) {
      plain_ns.push_back(iteration.wall_ns);
      if (iteration.flags.empty()) unflagged_ns.push_back(iteration.wall_ns);
      std::istringstream flags(iteration.flags);
      for (std::string flag; flags >> flag;) ++report.plain_flags[flag];
    }
    if (iteration.kind == IterationKind::layered) {
      ++report.layered_iterations;
      layered_ns += static_cast<double>(iteration.wall_ns);
      marks_ns += static_cast<double>(iteration.marks_ns);
    }
    if (iteration.kind == IterationKind::warmup) ++report.warmup_iterations;
    if (iteration.loss) report.loss = iteration.loss;
  }
  if (!iterations.empty()) report.first_iteration_ns = iterations.front().wall_ns;

  report.throughput = throughput(report.run.batch, plain_ns);
  report.unflagged = throughput(report.run.batch, unflagged_ns);
  report.flagged_plain = static_cast<std::int64_t>(plain_ns.size() - unflagged_ns.size());
  if (report.throughput) {
    report.plain_ms = static_cast<double>(report.throughput->total_ns) / ns_per_ms /
                      static_cast<double>(report.throughput->iterations);
  }
  if (report.layered_iterations == 0 || layered_ns <= 0) return;
  const auto count = static_cast<double>(report.layered_iterations);
  report.layered_ms = layered_ns / ns_per_ms / count;
  report.unattributed_ms = (layered_ns - marks_ns) / ns_per_ms / count;
  report.unattributed_share = *report.unattributed_ms / *report.layered_ms;
  if (report.plain_ms) report.overhead = *report.layered_ms / *report.plain_ms - 1;
}

/// layer_member: the canonical paths of each layer.
void load_members(Database& database, std::int64_t run, std::map<std::int64_t, LayerRecord>& to) {
  Statement statement(database,
                      "SELECT layer, canonical_path FROM layer_member WHERE run = ? "
                      "ORDER BY layer, position");
  statement.bind(1, run);
  while (statement.step()) to[statement.int64(0)].members.push_back(statement.text(1));
}

/// The order of sql/layers.sql: ties go by name.
bool slower(const LeafTime& one, const LeafTime& other) {
  const auto key = [](const LeafTime& leaf) {
    return std::make_tuple(-leaf.stat.sum_ns, std::string_view(leaf.layer.path),
                           std::string_view(to_string(leaf.stat.pass)));
  };
  return key(one) < key(other);
}

std::vector<LeafTime> load_leaves(Database& database, std::int64_t run) {
  std::map<std::int64_t, LayerRecord> layers;
  for (LayerRecord& layer : read_rows<LayerRecord>(database, run, "id")) {
    layers[layer.id] = std::move(layer);
  }
  load_members(database, run, layers);
  std::map<std::pair<std::int64_t, Pass>, LayerPassRecord> passes;
  for (LayerPassRecord& pass : read_rows<LayerPassRecord>(database, run, "layer")) {
    passes[{pass.layer, pass.pass}] = std::move(pass);
  }

  std::vector<LeafTime> leaves;
  double all_ns = 0;
  for (StepStatRecord& stat : read_rows<StepStatRecord>(database, run, "id")) {
    if (stat.scope != StepStatRecord::Scope::layer || stat.is_composite) continue;
    all_ns += static_cast<double>(stat.sum_ns);
    LeafTime leaf;
    leaf.layer = layers[*stat.layer];
    leaf.pass = passes[{*stat.layer, stat.pass}];
    leaf.stat = std::move(stat);
    leaves.push_back(std::move(leaf));
  }
  std::sort(leaves.begin(), leaves.end(), slower);
  for (LeafTime& leaf : leaves) {
    if (all_ns > 0) leaf.share = static_cast<double>(leaf.stat.sum_ns) / all_ns;
  }
  return leaves;
}

/// Passes without work, of which the roof says nothing, take no time at best.
std::optional<double> roof_share_of_all(const std::vector<LeafTime>& leaves) {
  double least_ns = 0;
  double taken_ns = 0;
  for (const LeafTime& leaf : leaves) {
    least_ns += leaf.pass.roof_ns.value_or(0) * static_cast<double>(leaf.stat.calls);
    taken_ns += static_cast<double>(leaf.stat.sum_ns);
  }
  if (least_ns <= 0 || taken_ns <= 0) return {};
  return least_ns / taken_ns;
}

/// Amount a call, over all calls; a FLOP a nanosecond is a GFLOP a second, bytes likewise.
std::optional<double> per_ns(std::int64_t amount, const StepStatRecord& stat) {
  if (stat.sum_ns <= 0) return {};
  return static_cast<double>(amount) * static_cast<double>(stat.calls) /
         static_cast<double>(stat.sum_ns);
}

std::optional<double> half_width(const SeriesStatistics& series, double mean_ns) {
  if (!series.mean_ci_low_ns || !series.mean_ci_high_ns || mean_ns <= 0) return {};
  return static_cast<double>(*series.mean_ci_high_ns - *series.mean_ci_low_ns) / 2 / mean_ns;
}

}  // namespace

RunEnd run_end(const std::string& name) {
  for (const RunEnd end : {RunEnd::done, RunEnd::interrupted, RunEnd::failed}) {
    if (name == to_string(end)) return end;
  }
  return RunEnd::unfinished;
}

std::optional<double> relative_half_width(const RunStatRecord& stat) {
  return half_width(stat.series, static_cast<double>(stat.mean_ns));
}

std::optional<double> LeafTime::relative_half_width() const {
  return half_width(stat.series, ms_per_iteration() * ns_per_ms);
}

double LeafTime::ms_per_iteration() const {
  return static_cast<double>(stat.sum_ns) / ns_per_ms / static_cast<double>(stat.iterations);
}

std::optional<double> LeafTime::gflops_per_second() const { return per_ns(pass.flops, stat); }

std::optional<double> LeafTime::gbytes_per_second() const { return per_ns(pass.least_bytes, stat); }

std::optional<double> LeafTime::intensity() const {
  if (pass.least_bytes <= 0) return {};
  return static_cast<double>(pass.flops_without_padding) / static_cast<double>(pass.least_bytes);
}

std::optional<double> LeafTime::roof_share() const {
  if (!pass.roof_ns || stat.sum_ns <= 0) return {};
  return *pass.roof_ns * static_cast<double>(stat.calls) / static_cast<double>(stat.sum_ns);
}

Report load_report(Database& database, std::int64_t run_id) {
  // Another process may be writing: what is read is of one moment.
  const Transaction one_moment(database, Transaction::Kind::read);
  Report report;
  report.run_id = run_id;
  load_run(database, report);
  const auto iterations = read_rows<IterationRecord>(database, run_id, "number");
  summarize_iterations(iterations, report);
  report.minutes = throughput_by_minute(iterations, report.run.batch);
  report.telemetry = summarize_telemetry(read_rows<TelemetryRecord>(database, run_id, "time_ns"),
                                         iterations, report.run.batch);
  report.reconciliation = reconcile(report.run, iterations);
  report.launches = load_launch_spread(database, report.run);
  report.instances = load_instance_sum(database, report.run);
  report.segments = read_rows<SegmentRecord>(database, run_id, "kind, position");
  for (RunStatRecord& stat : read_rows<RunStatRecord>(database, run_id, "kind")) {
    (stat.kind == IterationKind::plain ? report.plain : report.layered) = std::move(stat);
  }
  report.leaves = load_leaves(database, run_id);
  report.verification = load_verification(database, run_id);
  if (!report.leaves.empty()) {
    report.leaves_ms = 0;
    for (const LeafTime& leaf : report.leaves) *report.leaves_ms += leaf.ms_per_iteration();
  }
  if (report.run.roof) report.roof = load_roof(database, *report.run.roof);
  report.leaves_roof_share = roof_share_of_all(report.leaves);
  return report;
}

}  // namespace resnet_bench
