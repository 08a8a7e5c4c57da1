#pragma once

#include "resnet_bench/conv_measurement.hpp"
#include "resnet_bench/records.hpp"

#include <concepts>
#include <type_traits>

/// The columns of each record's table, once: what is written and what is read back walk the same
/// list, so that no column can be left out of one of them. The column `run` is added by who walks.
namespace resnet_bench {

template <class Candidate, class Record>
concept RecordOf = std::same_as<std::remove_const_t<Candidate>, Record>;

/// A member that is NULL in the table where it is negative.
template <class Integer>
struct NullIfNegative {
  explicit NullIfNegative(Integer& member) : value(member) {}
  Integer& value;
};

template <class Record>
struct TableName;
template <>
struct TableName<ConvMeasurement> {
  static constexpr const char* value = "conv_measurement";
};
template <>
struct TableName<RunRecord> {
  static constexpr const char* value = "run";
};
template <>
struct TableName<LayerRecord> {
  static constexpr const char* value = "layer";
};
template <>
struct TableName<LayerPassRecord> {
  static constexpr const char* value = "layer_pass";
};
template <>
struct TableName<IterationRecord> {
  static constexpr const char* value = "iteration";
};
template <>
struct TableName<LogStepRecord> {
  static constexpr const char* value = "log_step";
};
template <>
struct TableName<SegmentRecord> {
  static constexpr const char* value = "segment";
};
template <>
struct TableName<RunStatRecord> {
  static constexpr const char* value = "run_stat";
};
template <>
struct TableName<StepStatRecord> {
  static constexpr const char* value = "step_stat";
};

template <>
struct TableName<TelemetryRecord> {
  static constexpr const char* value = "telemetry";
};

template <RecordOf<RunRecord> Record, class Column>
void visit_columns(Record& run, Column&& column) {
  column("uid", run.uid);
  column("started_at", run.started_at);
  column("host", run.host);
  column("command_line", run.command_line);
  column("labels", run.labels);
  column("version", run.version);
  column("commit_id", run.commit);
  column("model", run.model);
  column("variant", run.variant);
  column("mode", run.mode);
  column("batch", run.batch);
  column("image_size", run.image_size);
  column("classes", run.classes);
  column("precision", run.precision);
  column("layout", run.layout);
  column("fusion", run.fusion);
  column("timing", run.timing);
  column("data", run.data);
  column("init", run.init);
  column("batches", run.batches);
  column("learning_rate", run.learning_rate);
  column("plan_hash", run.plan_hash);
  column("workload_hash", run.workload_hash);
  column("device", run.device);
  column("device_model", run.device_model);
  column("threads", run.threads);
  column("pinning", run.pinning);
  column("libraries", run.libraries);
  column("seed", run.seed);
  column("layer_timing", run.layer_timing);
  column("parameters", run.parameters);
  column("peak_bytes", run.peak_bytes);
  column("setup_ns", run.setup_ns);
  column("allocate_ns", run.allocate_ns);
  column("find_ns", run.find_ns);
  column("machine", run.machine);
  column("environment", run.environment);
  column("build", run.build);
  column("warnings", run.warnings);
  column("arguments", run.arguments);
  column("roof", run.roof);
  column("missing_sensors", run.missing_sensors);
  column("marks", run.marks);
  column("mark_ns", run.mark_ns);
  column("launch", run.launch);
  column("launches", run.launches);
  column("launch_group", run.launch_group);
  column("instance", run.instance);
  column("instances", run.instances);
  column("instance_group", run.instance_group);
  column("graph", run.graph);
  column("preset", run.preset);
  column("verify", run.verify);
}

template <RecordOf<ConvMeasurement> Record, class Column>
void visit_columns(Record& measurement, Column&& column) {
  column("machine", measurement.machine);
  column("problem", measurement.problem);
  column("pass", measurement.pass);
  column("algorithm", measurement.algorithm);
  column("ns", measurement.ns);
  column("error", measurement.error);
  column("workspace_bytes", measurement.workspace_bytes);
  column("library_choice", measurement.library_choice);
  column("chosen", measurement.chosen);
}

/// Members have a table of their own, layer_member.
template <RecordOf<LayerRecord> Record, class Column>
void visit_columns(Record& layer, Column&& column) {
  column("id", layer.id);
  column("parent", NullIfNegative{layer.parent});
  column("path", layer.path);
  column("module", layer.module);
  column("kind", layer.kind);
  column("depth", layer.depth);
  column("is_composite", layer.is_composite);
  column("input_shape", layer.input_shape);
  column("output_shape", layer.output_shape);
  column("parameters", layer.parameters);
}

template <RecordOf<LayerPassRecord> Record, class Column>
void visit_columns(Record& pass, Column&& column) {
  column("layer", pass.layer);
  column("pass", pass.pass);
  column("algorithm", pass.algorithm);
  column("layouts", pass.layouts);
  column("workspace_bytes", pass.workspace_bytes);
  column("flops", pass.flops);
  column("least_bytes", pass.least_bytes);
  column("read_bytes", pass.read_bytes);
  column("flops_without_padding", pass.flops_without_padding);
  column("roof_ns", pass.roof_ns);
  column("roof_binds", pass.roof_binds);
  column("verified_error", pass.verified_error);
  column("verified_bound", pass.verified_bound);
}

template <RecordOf<IterationRecord> Record, class Column>
void visit_columns(Record& iteration, Column&& column) {
  column("number", iteration.number);
  column("block", iteration.block);
  column("kind", iteration.kind);
  column("start_ns", iteration.start_ns);
  column("wall_ns", iteration.wall_ns);
  column("marks_ns", iteration.marks_ns);
  column("loss", iteration.loss);
  column("flags", iteration.flags);
  column("sampled", iteration.sampled);
  column("cycle", iteration.cycle);
  column("dose", iteration.dose);
}

template <RecordOf<LogStepRecord> Record, class Column>
void visit_columns(Record& step, Column&& column) {
  column("iteration", step.iteration);
  column("layer", step.layer);
  column("pass", step.pass);
  column("start_ns", step.start_ns);
  column("duration_ns", step.duration_ns);
}

template <RecordOf<SegmentRecord> Record, class Column>
void visit_columns(Record& segment, Column&& column) {
  column("kind", segment.kind);
  column("position", segment.position);
  column("first", segment.first);
  column("iterations", segment.iterations);
  column("mean_ns", segment.mean_ns);
}

template <RecordOf<SeriesStatistics> Statistics, class Column>
void visit_columns(Statistics& series, Column&& column) {
  column("std_ns", series.std_ns);
  column("median_ns", series.median_ns);
  column("mad_ns", series.mad_ns);
  column("p90_ns", series.p90_ns);
  column("p95_ns", series.p95_ns);
  column("p99_ns", series.p99_ns);
  column("min_ns", series.min_ns);
  column("max_ns", series.max_ns);
  column("mean_ci_low_ns", series.mean_ci_low_ns);
  column("mean_ci_high_ns", series.mean_ci_high_ns);
  column("ci_low_ns", series.ci_low_ns);
  column("ci_high_ns", series.ci_high_ns);
  column("effective_count", series.effective_count);
}

template <RecordOf<RunStatRecord> Record, class Column>
void visit_columns(Record& stat, Column&& column) {
  column("kind", stat.kind);
  column("iterations", stat.iterations);
  column("sum_ns", stat.sum_ns);
  column("mean_ns", stat.mean_ns);
  visit_columns(stat.series, column);
}

template <RecordOf<StepStatRecord> Record, class Column>
void visit_columns(Record& stat, Column&& column) {
  column("scope", stat.scope);
  column("layer", stat.layer);
  column("module", stat.module);
  column("is_composite", stat.is_composite);
  column("pass", stat.pass);
  column("calls", stat.calls);
  column("iterations", stat.iterations);
  column("sum_ns", stat.sum_ns);
  column("mean_ns", stat.mean_ns);
  visit_columns(stat.series, column);
}

template <RecordOf<TelemetryRecord> Record, class Column>
void visit_columns(Record& reading, Column&& column) {
  column("device", reading.device);
  column("sensor", reading.sensor);
  column("time_ns", reading.time_ns);
  column("value", reading.value);
}

}  // namespace resnet_bench
