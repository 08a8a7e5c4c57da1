#include "report/fields.hpp"

#include "resnet_bench/text.hpp"

#include "store/record_columns.hpp"

#include <cmath>

namespace resnet_bench {
namespace {

Value real(double value) { return std::isfinite(value) ? Value(value) : Value(); }

Value real(std::optional<double> value) { return value ? real(*value) : Value(); }

/// "steal:2;other-load:1" as a map, for JSON's sake.
Value counts(const std::map<std::string, std::int64_t>& by_word) {
  std::map<std::string, std::string> text;
  for (const auto& [word, count] : by_word) text[word] = std::to_string(count);
  return text;
}

/// A minute without a plain iteration has an empty value.
Value minute_values(const std::vector<MinuteThroughput>& minutes) {
  std::vector<std::string> values;
  for (const MinuteThroughput& minute : minutes) {
    values.push_back(minute.throughput ? to_text(minute.throughput->images_per_second) : "");
  }
  return values;
}

Value integer(std::optional<std::int64_t> value) { return value ? Value(*value) : Value(); }

Value share(const std::optional<Excess>& excess) { return excess ? real(excess->share) : Value(); }
Value low(const std::optional<Excess>& excess) { return excess ? real(excess->low) : Value(); }
Value high(const std::optional<Excess>& excess) { return excess ? real(excess->high) : Value(); }

/// Under the names that the columns of step_stat and run_stat have, behind `prefix`.
void append(std::vector<Field>& fields, const std::string& prefix, const SeriesStatistics& series) {
  visit_columns(series, [&](const char* name, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::optional<double>>) {
      fields.push_back({prefix + name, real(value)});
    } else {
      fields.push_back({prefix + name, integer(value)});
    }
  });
}

SeriesStatistics series_of(const std::optional<RunStatRecord>& stat) {
  return stat ? stat->series : SeriesStatistics{};
}

}  // namespace

std::vector<Field> identity_fields(const Report& report) {
  const RunRecord& run = report.run;
  return {
      {"run", report.run_id},       {"uid", run.uid},       {"model", run.model},
      {"variant", run.variant},     {"mode", run.mode},     {"batch", run.batch},
      {"precision", run.precision}, {"device", run.device}, {"threads", run.threads},
      {"fusion", run.fusion},       {"layout", run.layout},
  };
}

std::vector<Field> run_fields(const Report& report) {
  const RunRecord& run = report.run;
  const bool timed = report.throughput.has_value();
  const Throughput throughput = report.throughput.value_or(Throughput{});
  const TelemetrySummary telemetry = report.telemetry.value_or(TelemetrySummary{});
  const SamplerCost cost = telemetry.sampler_cost.value_or(SamplerCost{});
  const auto if_compared = [&](double value) {
    return telemetry.sampler_cost ? real(value) : Value();
  };
  const auto if_timed = [&](double value) { return timed ? real(value) : Value(); };
  const Reconciliation& checks = report.reconciliation;
  const InstanceSum instances = report.instances.value_or(InstanceSum{});
  const Verification verified = report.verification.value_or(Verification{});
  const auto if_verified = [&](double value) {
    return verified.path.empty() ? Value() : real(value);
  };
  const LaunchSpread launches = report.launches.value_or(LaunchSpread{});
  std::vector<Field> fields = {
      {"ended", to_string(report.ended)},
      {"reason", report.reason},
      {"verified_leaves", verified.leaves},
      {"verified_passes", verified.passes},
      {"wrong_passes", verified.wrong},
      {"worst_path", verified.path},
      {"worst_pass", verified.path.empty() ? "" : to_string(verified.pass)},
      {"worst_error", if_verified(verified.error)},
      {"worst_bound", if_verified(verified.bound)},
      {"verify_ns", report.verification ? Value(verified.ns) : Value()},
      {"plain_iterations", throughput.iterations},
      {"plain_total_ns", throughput.total_ns},
      {"images_per_second", if_timed(throughput.images_per_second)},
      {"images_per_second_plus_minus", if_timed(throughput.plus_minus)},
      {"images_per_second_jitter", if_timed(throughput.jitter)},
      {"plain_ms", real(report.plain_ms)},
      {"layered_iterations", report.layered_iterations},
      {"layered_ms", real(report.layered_ms)},
      {"leaves_ms", real(report.leaves_ms)},
      {"overhead", real(report.overhead)},
      {"overhead_of_pairs", share(checks.overhead)},
      {"overhead_ci_low", low(checks.overhead)},
      {"overhead_ci_high", high(checks.overhead)},
      {"cycles", checks.cycles},
      {"marks", run.marks},
      {"mark_ns", real(run.mark_ns)},
      {"mark_share", real(checks.mark_share)},
      {"predicted_ms", real(checks.predicted_ms)},
      {"predicted_over_plain", share(checks.predicted)},
      {"predicted_ci_low", low(checks.predicted)},
      {"predicted_ci_high", high(checks.predicted)},
      {"dosed_cycles", checks.dosed_cycles},
      {"dose_overhead", share(checks.dose)},
      {"dose_ci_low", low(checks.dose)},
      {"dose_ci_high", high(checks.dose)},
      {"extrapolated_over_plain", share(checks.extrapolated)},
      {"extrapolated_ci_low", low(checks.extrapolated)},
      {"extrapolated_ci_high", high(checks.extrapolated)},
      {"launch", run.launch},
      {"launches", run.launches},
      {"launch_group", run.launch_group},
      {"instance", run.instance},
      {"instances", run.instances},
      {"instance_group", run.instance_group},
      {"instances_done", instances.count},
      {"instances_images_per_second",
       instances.count > 0 ? real(instances.images_per_second) : Value()},
      {"instances_least", instances.count > 0 ? real(instances.least) : Value()},
      {"instances_most", instances.count > 0 ? real(instances.most) : Value()},
      {"instances_together", real(instances.together)},
      {"launches_done", launches.count},
      {"launches_images_per_second",
       launches.count > 0 ? real(launches.images_per_second) : Value()},
      {"launches_mean_ms", launches.count > 0 ? real(launches.mean_ms) : Value()},
      {"launches_std_ms", real(launches.std_ms)},
      {"launches_ci_low_ms", real(launches.ci_low_ms)},
      {"launches_ci_high_ms", real(launches.ci_high_ms)},
      {"stopped", report.stopped},
      {"warmup_iterations", report.warmup_iterations},
      {"warmup_verdict", report.warmup_verdict},
      {"plain_verdict", report.plain_verdict},
      {"unattributed_ms", real(report.unattributed_ms)},
      {"unattributed_share", real(report.unattributed_share)},
      {"flagged_iterations", report.flagged_plain},
      {"flags", counts(report.plain_flags)},
      {"images_per_second_unflagged",
       report.unflagged ? real(report.unflagged->images_per_second) : Value()},
      {"own_processors", real(telemetry.own_processors)},
      {"other_processors", real(telemetry.other_processors)},
      {"steal_processors", real(telemetry.steal_processors)},
      {"busy_threads", real(telemetry.busy_threads)},
      {"waiting_threads", real(telemetry.waiting_threads)},
      {"clock_mhz", real(telemetry.clock_mhz)},
      {"clock_least_mhz", telemetry.clock_range ? real(telemetry.clock_range->least) : Value()},
      {"clock_most_mhz", telemetry.clock_range ? real(telemetry.clock_range->most) : Value()},
      {"temperature_c", real(telemetry.temperature_c)},
      {"throttled", real(telemetry.throttled)},
      {"quota_seconds", real(telemetry.quota_seconds)},
      {"package_watts", real(telemetry.package_watts)},
      {"dram_watts", real(telemetry.dram_watts)},
      {"joules_per_image", real(telemetry.joules_per_image)},
      {"minor_faults_per_iteration", real(telemetry.minor_faults)},
      {"major_faults_per_iteration", real(telemetry.major_faults)},
      {"switches_per_iteration", real(telemetry.switches)},
      {"resident_bytes", real(telemetry.resident_bytes)},
      {"sampler_share", real(telemetry.sampler_share)},
      {"sampler_cost", if_compared(cost.share)},
      {"sampler_cost_plus_minus", if_compared(cost.plus_minus)},
      {"missing_sensors", run.missing_sensors},
      {"images_per_second_by_minute", minute_values(report.minutes)},
      {"warnings", run.warnings},
      {"machine", run.machine},
      {"environment", run.environment},
      {"build", run.build},
      {"huge_pages", report.huge_pages},
      {"roof", integer(run.roof)},
      {"leaves_roof_share", real(report.leaves_roof_share)},
      {"setup_ns", run.setup_ns},
      {"find_ns", run.find_ns},
      {"allocate_ns", run.allocate_ns},
      {"first_iteration_ns", integer(report.first_iteration_ns)},
      {"peak_bytes", run.peak_bytes},
      {"loss", real(report.loss)},
      {"parameters", run.parameters},
      {"image_size", run.image_size},
      {"classes", run.classes},
      {"timing", run.timing},
      {"graph", std::int64_t{run.graph}},
      {"layer_timing", std::int64_t{run.layer_timing}},
      {"data", run.data},
      {"init", run.init},
      {"batches", run.batches},
      {"learning_rate", real(run.learning_rate)},
      {"seed", run.seed},
      {"device_model", run.device_model},
      {"pinning", run.pinning},
      {"libraries", run.libraries},
      {"labels", run.labels},
      {"plan_hash", run.plan_hash},
      {"workload_hash", run.workload_hash},
      {"preset", run.preset},
      {"version", run.version},
      {"commit", run.commit},
      {"host", run.host},
      {"started_at", run.started_at},
      {"ended_at", report.ended_at},
      {"command_line", run.command_line},
  };
  append(fields, "plain_", series_of(report.plain));
  append(fields, "layered_", series_of(report.layered));
  return fields;
}

std::vector<Field> leaf_fields(const LeafTime& leaf) {
  std::vector<Field> fields = {
      {"path", leaf.layer.path},
      {"module", leaf.layer.module},
      {"kind", leaf.layer.kind},
      {"members", leaf.layer.members},
      {"pass", to_string(leaf.stat.pass)},
      {"algorithm", leaf.pass.algorithm},
      {"layouts", leaf.pass.layouts},
      {"calls", leaf.stat.calls},
      {"iterations", leaf.stat.iterations},
      {"sum_ns", leaf.stat.sum_ns},
      {"ms_per_iteration", real(leaf.ms_per_iteration())},
      {"share", real(leaf.share)},
      {"flops", leaf.pass.flops},
      {"least_bytes", leaf.pass.least_bytes},
      {"gflops_per_second", real(leaf.gflops_per_second())},
      {"gbytes_per_second", real(leaf.gbytes_per_second())},
      {"flops_without_padding", leaf.pass.flops_without_padding},
      {"read_bytes", leaf.pass.read_bytes},
      {"intensity", real(leaf.intensity())},
      {"roof_ns", real(leaf.pass.roof_ns)},
      {"roof_binds", leaf.pass.roof_binds},
      {"roof_share", real(leaf.roof_share())},
      {"multiplies_less", std::int64_t{multiplies_less(leaf.pass.algorithm)}},
      {"workspace_bytes", leaf.pass.workspace_bytes},
      {"verified_error", real(leaf.pass.verified_error)},
      {"verified_bound", real(leaf.pass.verified_bound)},
  };
  append(fields, "", leaf.stat.series);
  return fields;
}

}  // namespace resnet_bench
