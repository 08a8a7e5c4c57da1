#include "app/run_layers.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"
#include "resnet_bench/text.hpp"

#include "alone/leaf_measurement.hpp"
#include "app/lone_leaves.hpp"
#include "app/network_times.hpp"
#include "app/prepared_run.hpp"
#include "app/print_reports.hpp"
#include "app/roofline.hpp"
#include "app/suites.hpp"
#include "app/surroundings.hpp"
#include "app/threads.hpp"
#include "benchmark/step_rows.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "report/alone_report.hpp"
#include "report/print_alone.hpp"
#include "store/alone_rows.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <unistd.h>

namespace resnet_bench {
namespace {

/// Where the system does not tell how large the last-level cache is.
constexpr std::int64_t assumed_cache = std::int64_t{256} << 20;

AloneRecord alone_record(const LayersOptions& layers, const BenchmarkConfig& config,
                         const LoneLeaves& lone, const Invocation& invocation) {
  Backend& backend = lone.backend();
  const DeviceDescription device = backend.describe();
  std::vector<std::string> warnings = doubts();
  if (!lone.warnings.empty()) warnings.push_back(lone.warnings);
  AloneRecord record{.uid = make_uuid_v7(),
                     .started_at = utc_timestamp(),
                     .host = host_name(),
                     .command_line = invocation.command_line,
                     .version = invocation.version,
                     .commit = invocation.commit,
                     .subject = layers.suite.empty() ? config.model : layers.suite,
                     .is_suite = !layers.suite.empty(),
                     .selected = layers.select,
                     .mode = to_string(config.mode),
                     .precision = to_string(config.precision),
                     .layout = backend.layout_name(backend.activation_layout()),
                     .conv = config.conv,
                     .seed = config.seed,
                     .device = device.kind,
                     .device_model = device.model,
                     .threads = device.threads,
                     .libraries = device.libraries,
                     .machine = machine_facts(allowed_processors()),
                     .environment = environment_facts(environ),
                     .build = build_facts(),
                     .warnings = joined(warnings, "; "),
                     .cache_bytes = backend.last_level_cache(),
                     .cache_flush = backend.flush_caches({})};
  if (record.is_suite) {
    record.batch = layers.batch;
  } else {
    record.variant = config.variant;
    record.batch = config.batch;
    record.image_size = config.image_size;
    record.classes = config.classes;
    record.fusion = to_string(fusion_of(config));
    record.plan_hash = lone.model->plan.hash;
  }
  return record;
}

/// One record a pass, leaf by leaf, with what the machine's roof says of it.
std::vector<std::vector<AlonePassRecord>> pass_records(const LoneLeaves& lone,
                                                       const BenchmarkConfig& config,
                                                       Database& database, AloneRecord& record) {
  std::vector<LayerPassRecord> work;
  for (const LoneLeaf& leaf : lone.leaves) {
    for (const Pass pass : leaf.passes) {
      work.push_back(layer_pass_record(*leaf.leaf, pass, *leaf.assembly));
    }
  }
  RunRecord setting{.host = record.host,
                    .version = record.version,
                    .precision = record.precision,
                    .device = record.device,
                    .device_model = record.device_model,
                    .threads = record.threads,
                    .pinning = record.pinning};
  add_roofline(config.roof, lone.backend(), database, setting, work);
  record.roof = setting.roof;
  std::vector<std::vector<AlonePassRecord>> records;
  std::size_t next = 0;
  for (const LoneLeaf& leaf : lone.leaves) {
    std::vector<AlonePassRecord>& passes = records.emplace_back();
    for (const Pass pass : leaf.passes) {
      passes.push_back({.leaf = static_cast<std::int64_t>(records.size()) - 1,
                        .pass = pass,
                        .path = leaf.places.front(),
                        .places = leaf.places,
                        .module = leaf.leaf->module(),
                        .kind = leaf.leaf->kind(),
                        .problem = leaf.problem,
                        .work = work[next++]});
    }
  }
  return records;
}

/// All leaves, each stored when it is measured. What fails once measuring began is a RunError, and
/// the row says so.
RunEnd measure_leaves(const LoneLeaves& lone, std::vector<std::vector<AlonePassRecord>>& records,
                      LeafMeasurement& measurement, Database& database, std::int64_t id,
                      const std::atomic<bool>& interrupted) {
  for (std::size_t i = 0; i < lone.leaves.size(); ++i) {
    spdlog::debug("leaf {} of {}: {}", i + 1, lone.leaves.size(), lone.leaves[i].places.front());
    std::vector<AloneTimeRecord> times = measurement.measure(i);
    // Of an interrupted leaf, the passes that were measured.
    std::erase_if(records[i], [&](const AlonePassRecord& pass) {
      return std::none_of(times.begin(), times.end(),
                          [&](const AloneTimeRecord& time) { return time.pass == pass.pass; });
    });
    for (AlonePassRecord& pass : records[i]) pass.alone = id;
    for (AloneTimeRecord& time : times) time.alone = id;
    add_alone_leaf(database, records[i], times);
    if (interrupted) return RunEnd::interrupted;
  }
  return RunEnd::done;
}

int measure_and_print(const CommandLine& line, Invocation& invocation, std::ostream& out) {
  const BenchmarkConfig& config = line.configs.front();
  if (line.layers.suite.empty()) check_configuration(config);
  Store store(line.output.db);
  Database& database = store.database();
  const InterruptGuard interrupt;
  const auto progress = make_progress(std::cerr, stderr, line.output.verbosity < 0);
  invocation.progress = progress.get();
  invocation.interrupted = &interrupt.interrupted();
  invocation.output.summary = "/dev/null";  // a run in the network is not what was asked for

  const LoneLeaves lone = find_lone_leaves(line.layers, config, database);
  AloneRecord record = alone_record(line.layers, config, lone, invocation);
  record.pinning = place_threads(config, lone.backend());
  auto records = pass_records(lone, config, database, record);
  // What was planned and searched for before is not measuring; a run in the network is.
  const std::int64_t begin = steady_clock_ns();
  if (settle_network_run(line, invocation, store, record) == RunEnd::interrupted) {
    return exit_interrupted;
  }
  add_network_times(database, record, records);
  const double taken = static_cast<double>(steady_clock_ns() - begin) / 1e9;
  const double given = config.max_seconds.value_or(default_layers_seconds);
  LeafMeasurement measurement(lone.backend(), lone.leaves,
                              {.cache_bytes = record.cache_bytes.value_or(assumed_cache),
                               .can_flush = !record.cache_flush.empty(),
                               .seconds = std::max(given - taken, (1 - network_share) * given),
                               .seed = config.seed,
                               .training = config.mode == Mode::train},
                              interrupt.interrupted());
  spdlog::info("{} passes of {} distinct leaves, in {} of memory", measurement.passes(),
               lone.leaves.size(), bytes_text(measurement.memory_bytes()));
  const std::int64_t id = begin_alone(database, record);
  RunEnd end = RunEnd::failed;
  try {
    end = measure_leaves(lone, records, measurement, database, id, interrupt.interrupted());
  } catch (const std::exception& error) {
    end_alone(database, id, RunEnd::failed, error.what());
    throw RunError(error.what());
  }
  end_alone(database, id, end, "");
  print_alone(load_alone_report(database, id), report_format(line.output.format), out);
  return end == RunEnd::interrupted ? exit_interrupted : exit_done;
}

}  // namespace

int layers_alone(const CommandLine& line, Invocation invocation, std::ostream& out) {
  set_up_logging(line.output.verbosity);
  const BenchmarkConfig& config = line.configs.front();
  if (line.layers.write_suite) {
    print_suite(config, out);
    return exit_done;
  }
  if (!line.layers.repro.empty()) {
    print_reproducers(line.layers, config, out);
    return exit_done;
  }
  return measure_and_print(line, invocation, out);
}

}  // namespace resnet_bench
