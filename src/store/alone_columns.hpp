#pragma once

#include "resnet_bench/alone_records.hpp"

#include "store/record_rows.hpp"

/// The columns of alone_records.hpp's tables, as record_columns.hpp has them of a run's.
namespace resnet_bench {

template <>
struct TableName<AloneRecord> {
  static constexpr const char* value = "alone";
};
template <>
struct TableName<AlonePassRecord> {
  static constexpr const char* value = "alone_pass";
};
template <>
struct TableName<AloneTimeRecord> {
  static constexpr const char* value = "alone_time";
};

template <>
inline constexpr bool belongs_to_a_run<AloneRecord> = false;
template <>
inline constexpr bool belongs_to_a_run<AlonePassRecord> = false;
template <>
inline constexpr bool belongs_to_a_run<AloneTimeRecord> = false;

template <RecordOf<AloneRecord> Record, class Column>
void visit_columns(Record& alone, Column&& column) {
  column("uid", alone.uid);
  column("started_at", alone.started_at);
  column("host", alone.host);
  column("command_line", alone.command_line);
  column("version", alone.version);
  column("commit_id", alone.commit);
  column("subject", alone.subject);
  column("is_suite", alone.is_suite);
  column("selected", alone.selected);
  column("variant", alone.variant);
  column("mode", alone.mode);
  column("batch", alone.batch);
  column("image_size", alone.image_size);
  column("classes", alone.classes);
  column("precision", alone.precision);
  column("layout", alone.layout);
  column("fusion", alone.fusion);
  column("conv", alone.conv);
  column("seed", alone.seed);
  column("plan_hash", alone.plan_hash);
  column("device", alone.device);
  column("device_model", alone.device_model);
  column("threads", alone.threads);
  column("pinning", alone.pinning);
  column("libraries", alone.libraries);
  column("machine", alone.machine);
  column("environment", alone.environment);
  column("build", alone.build);
  column("warnings", alone.warnings);
  column("roof", alone.roof);
  column("network_run", alone.network_run);
  column("network_source", alone.network_source);
  column("cache_bytes", alone.cache_bytes);
  column("cache_flush", alone.cache_flush);
}

template <RecordOf<AlonePassRecord> Record, class Column>
void visit_columns(Record& pass, Column&& column) {
  column("alone", pass.alone);
  column("leaf", pass.leaf);
  column("pass", pass.pass);
  column("path", pass.path);
  column("places", pass.places);
  column("module", pass.module);
  column("kind", pass.kind);
  column("problem", pass.problem);
  column("algorithm", pass.work.algorithm);
  column("layouts", pass.work.layouts);
  column("workspace_bytes", pass.work.workspace_bytes);
  column("flops", pass.work.flops);
  column("least_bytes", pass.work.least_bytes);
  column("read_bytes", pass.work.read_bytes);
  column("flops_without_padding", pass.work.flops_without_padding);
  column("roof_ns", pass.work.roof_ns);
  column("roof_binds", pass.work.roof_binds);
  column("network_ns", pass.network_ns);
}

template <RecordOf<AloneTimeRecord> Record, class Column>
void visit_columns(Record& time, Column&& column) {
  column("alone", time.alone);
  column("leaf", time.leaf);
  column("pass", time.pass);
  column("caches", time.caches);
  column("calls", time.calls);
  column("sum_ns", time.sum_ns);
  column("mean_ns", time.mean_ns);
  visit_columns(time.series, column);
  column("known", time.known);
  column("copies", time.copies);
  column("touched_bytes", time.touched_bytes);
}

}  // namespace resnet_bench
