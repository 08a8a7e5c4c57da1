#include "app/run_configuration.hpp"

#include "resnet_bench/host.hpp"
#include "resnet_bench/text.hpp"

#include "app/largest_batch.hpp"
#include "app/plan_text.hpp"
#include "app/prepared_run.hpp"
#include "app/rerun.hpp"
#include "app/roofline.hpp"
#include "app/surroundings.hpp"
#include "app/threads.hpp"
#include "benchmark/runner.hpp"
#include "benchmark/step_rows.hpp"
#include "dump/dump_tensors.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"
#include "telemetry/sources.hpp"
#include "telemetry/telemetry_sink.hpp"
#include "verify/verifier.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <limits>
#include <ostream>
#include <unistd.h>

namespace resnet_bench {
namespace {

std::string joined(const std::vector<std::string>& parts, const char* between) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : between).append(part);
  return text;
}

RunRecord run_record(const BenchmarkConfig& config, const PreparedRun& prepared,
                     const Invocation& invocation) {
  const DeviceDescription device = prepared.chosen.backend->describe();
  const Backend& backend = *prepared.chosen.backend;
  RunRecord run{.uid = make_uuid_v7(),
                .started_at = utc_timestamp(),
                .host = host_name(),
                .command_line = invocation.command_line,
                .labels = config.labels,
                .version = invocation.version,
                .commit = invocation.commit,
                .model = config.model,
                .variant = config.variant,
                .mode = to_string(config.mode),
                .batch = config.batch,
                .image_size = config.image_size,
                .classes = config.classes,
                .precision = to_string(config.precision),
                .layout = backend.layout_name(backend.activation_layout()),
                .fusion = to_string(fusion_of(config)),
                .timing = config.timing == TimingMode::sync ? "sync" : "marks",
                .data = to_string(config.data),
                .init = to_string(config.init),
                .batches = config.batches,
                .plan_hash = prepared.plan.hash,
                .workload_hash = workload_hash(prepared, config),
                .device = device.kind,
                .device_model = device.model,
                .threads = device.threads,
                .libraries = device.libraries,
                .seed = config.seed,
                .layer_timing = layer_timing,
                .parameters = prepared.network.parameter_count(),
                .peak_bytes = prepared.plan.arena_bytes,
                .machine = machine_facts(allowed_processors()),
                .environment = environment_facts(environ),
                .build = build_facts(),
                .warnings = joined(doubts(), "; "),
                .arguments = invocation.arguments,
                .preset = config.preset,
                // Of zeros everything is right that says zero.
                .verify = config.verify && config.data != DataKind::zeros};
  if (invocation.instance) {
    run.instance = invocation.instance->number;
    run.instances = invocation.instance->of;
    run.instance_group = invocation.instance->group;
  }
  if (invocation.launch) {
    run.launch = invocation.launch->number;
    run.launches = invocation.launch->of;
    run.launch_group = invocation.launch->group;
  }
  if (config.mode == Mode::train) run.learning_rate = learning_rate_of(config);
  return run;
}

/// Who asks for a number of iterations gets them, however long they take.
double max_seconds_of(const BenchmarkConfig& config) {
  constexpr double default_seconds = 120;
  const double otherwise =
      config.iterations ? std::numeric_limits<double>::infinity() : default_seconds;
  if (config.soak_minutes) return 60 * *config.soak_minutes;
  return config.max_seconds.value_or(otherwise);
}

/// Of what the device can.
bool uses_graph(const BenchmarkConfig& config, const Backend& backend) {
  const bool can = backend.can_record();
  if (config.graph.value_or(false) && !can) {
    throw Refusal("--graph on needs --device cuda; allowed on " + backend.describe().kind +
                  ": off");
  }
  return can && config.timing == TimingMode::marks && config.graph.value_or(true);
}

/// Twice a second: fine enough to tell iterations of a second apart.
constexpr std::chrono::milliseconds sampler_period{500};

std::map<std::string, std::string> dump_metadata(const RunRecord& run) {
  return {{"model", run.model},
          {"variant", run.variant},
          {"mode", run.mode},
          {"batch", std::to_string(run.batch)},
          {"image_size", std::to_string(run.image_size)},
          {"classes", std::to_string(run.classes)},
          {"precision", run.precision},
          {"fusion", run.fusion},
          {"init", run.init},
          {"seed", std::to_string(run.seed)},
          {"learning_rate", to_text(run.learning_rate.value_or(0))},
          {"device", run.device}};
}

/// With the algorithms that runs before chose, as the next one will.
PreparedRun plan_unmeasured(const BenchmarkConfig& config, const std::string& db) {
  if (std::filesystem::exists(db)) {
    try {
      constexpr std::chrono::seconds busy_timeout{5};
      Database database(db, Database::Access::read_write, busy_timeout);
      return PreparedRun::unmeasured(config, &database);
    } catch (const SqliteError&) {
      // Not a database of ours, or an older one: a run will say so.
    }
  }
  return PreparedRun::unmeasured(config, nullptr);
}

}  // namespace

RunEnd run_configuration(const BenchmarkConfig& config, const Invocation& invocation,
                         Store& store) {
  const std::int64_t begin = steady_clock_ns();
  const PreparedRun prepared(config, store.database());
  check_fits(config, prepared);
  const std::string pinning = place_threads(config, *prepared.chosen.backend);
  RunRecord run = run_record(config, prepared, invocation);
  run.pinning = pinning;
  run.graph = uses_graph(config, *prepared.chosen.backend);
  if (invocation.repeats) note_differences(*invocation.repeats, run);
  spdlog::info("device {} ({}, {} threads)", prepared.chosen.reason, run.device_model, run.threads);
  spdlog::info("{} {} {}, batch {}, {}x{}, {}, fusion {}: {} parameters, peak memory {}", run.mode,
               run.model, run.variant, run.batch, run.image_size, run.image_size, run.precision,
               run.fusion, run.parameters, bytes_text(run.peak_bytes));
  run.setup_ns = steady_clock_ns() - begin;
  run.find_ns = prepared.chosen.backend->measuring_ns();
  std::vector<LayerPassRecord> passes = layer_pass_records(prepared.network, prepared.plan);
  add_roofline(config.roof, *prepared.chosen.backend, store.database(), run, passes);
  const SessionOptions options{
      .seed = config.seed, .init = config.init, .zero_data = config.data == DataKind::zeros};
  if (!invocation.output.dump_tensors.empty()) {
    // In a session of its own: the measured run is the same with a dump and without.
    SafetensorsWriter writer(invocation.output.dump_tensors);
    Session session(prepared.network, prepared.plan, options);
    dump_tensors(session, prepared.network, writer,
                 {.leaves = invocation.output.dump_leaves, .metadata = dump_metadata(run)});
  }

  const std::int64_t allocating = steady_clock_ns();
  Session session(prepared.network, prepared.plan, options);
  const std::int64_t marks = most_marks(prepared.plan);
  const auto marker = config.timing == TimingMode::sync
                          ? prepared.chosen.backend->make_waiting_marker(marks)
                          : prepared.chosen.backend->make_marker(marks);
  run.allocate_ns = steady_clock_ns() - allocating;
  run.marks = static_cast<std::int64_t>(prepared.plan.schedule.size()) + 1;
  run.mark_ns = measure_mark_ns(*marker, run.marks, steady_clock_ns);

  const std::vector<int> processors = allowed_processors();
  std::vector<std::unique_ptr<SensorSource>> sources = host_sources(processors);
  std::ranges::move(prepared.chosen.backend->sensors(), std::back_inserter(sources));
  Sampler sampler(std::move(sources), sampler_period, steady_clock_ns);
  TelemetrySink sink(store, sampler, static_cast<std::int64_t>(processors.size()));
  run.missing_sensors = joined(sampler.missing(), ", ");
  if (!run.missing_sensors.empty()) spdlog::info("no sensor here for {}", run.missing_sensors);

  sink.begin_run(run, layer_records(prepared.network), passes);
  // Only a header as yet: should this process be killed, no summary of an older run stays behind.
  write_summary(store.database(), store.run_id(), invocation.output.summary);
  Runner runner(session, prepared.network, prepared.plan, *marker,
                {.warmup = config.warmup,
                 .iterations = config.iterations,
                 .interval = config.soak_minutes ? 0 : RunnerOptions{}.interval,
                 .max_seconds = max_seconds_of(config),
                 .raw_rows = config.raw_rows,
                 .allow_non_finite_loss = config.data == DataKind::zeros,
                 .graph = run.graph,
                 .seed = config.seed});
  if (invocation.interrupted != nullptr) runner.stop_on(*invocation.interrupted);
  if (run.verify) {
    runner.verify_with(
        [&] { return verify_network(session, prepared.network, invocation.interrupted); });
  }
  const RunEnd end = runner.run(sink, *invocation.progress);
  const std::string pages = session.memory().pages();
  store.note_pages(pages);
  spdlog::debug("memory: {}", pages);
  return end;
}

void print_dry_run(const BenchmarkConfig& config, const std::string& db, std::ostream& out) {
  print_plan(plan_unmeasured(config, db), config, out);
}

}  // namespace resnet_bench
