#include "app/prepared_run.hpp"

#include "resnet_bench/host.hpp"
#include "resnet_bench/random.hpp"

#include "app/largest_batch.hpp"
#include "store/conv_measurements.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

BackendRequest backend_request(const BenchmarkConfig& config, bool measure) {
  return {.device = config.device,
          .threads = thread_count(config),
          .precision = config.precision,
          .layout = config.layout,
          .conv = config.conv,
          .measure = measure};
}

}  // namespace

std::string machine_name(const DeviceDescription& device) {
  std::string name =
      device.kind + " " + device.model + ", " + std::to_string(device.threads) + " threads";
  for (const auto& [library, version] : device.libraries) name += ", " + library + " " + version;
  return name;
}

NetworkOptions network_options(const BenchmarkConfig& config) {
  return {.model = config.model,
          .variant = config.variant,
          .batch = config.batch,
          .image_size = config.image_size,
          .classes = config.classes,
          .training = config.mode == Mode::train,
          .fusion = fusion_of(config),
          .sgd = {.learning_rate = learning_rate_of(config)},
          .input_batches = config.batches};
}

ChosenBackend choose_backend(const BenchmarkConfig& config, Database* database, bool measure) {
  ChosenBackend chosen = make_backend(backend_request(config, measure));
  if (database != nullptr) {
    chosen.backend->recall(
        load_conv_measurements(*database, machine_name(chosen.backend->describe())));
  }
  return chosen;
}

void keep_measurements(const Backend& backend, Database& database) {
  if (backend.measuring_ns() == 0) return;
  ConvMeasurements measured = backend.conv_measurements();
  const std::string machine = machine_name(backend.describe());
  for (ConvMeasurement& measurement : measured) measurement.machine = machine;
  save_conv_measurements(database, measured);
}

PreparedRun::PreparedRun(const BenchmarkConfig& config, Database* database, bool measure)
    : chosen(choose_backend(config, database, measure)),
      network(*chosen.backend, network_options(config)),
      plan(make_plan(network)) {}

PreparedRun::PreparedRun(const BenchmarkConfig& config, Database& database)
    : PreparedRun(config, &database, true) {
  keep_measurements(*chosen.backend, database);
}

PreparedRun PreparedRun::unmeasured(const BenchmarkConfig& config, Database* database) {
  return PreparedRun(config, database, false);
}

void check_configuration(const BenchmarkConfig& config) {
  const ChosenBackend chosen = make_backend(backend_request(config, false));
  BenchmarkConfig plain = config;
  if (chosen.backend->describe().kind == "cpu" && config.precision == Precision::fp32) {
    plain.conv = "openblas";
    plain.layout = "nhwc";
  }
  const PreparedRun prepared = PreparedRun::unmeasured(plain, nullptr);
  check_fits(plain, prepared);
}

int thread_count(const BenchmarkConfig& config) {
  if (config.pin == Pin::list) return static_cast<int>(config.pin_list.size());
  if (config.threads > 0) return static_cast<int>(config.threads);
  const double quota = cpu_quota() / static_cast<double>(config.instances);
  const int cores = usable_processors().cores;
  return quota < cores ? std::max(1, static_cast<int>(quota)) : cores;
}

std::string workload_hash(const PreparedRun& prepared, const BenchmarkConfig& config) {
  return hash_text(prepared.plan.workload_hash + ' ' + to_string(config.data) + ' ' +
                   to_string(config.init) + ' ' + std::to_string(config.batches));
}

Fusion fusion_of(const BenchmarkConfig& config) {
  switch (config.fusion) {
    case FusionChoice::none:
      return Fusion::none;
    case FusionChoice::bn:
      return Fusion::bn;
    case FusionChoice::fold:
      return Fusion::fold;
    case FusionChoice::automatic:
      break;
  }
  return config.mode == Mode::train ? Fusion::bn : Fusion::fold;
}

double learning_rate_of(const BenchmarkConfig& config) {
  return config.learning_rate.value_or(0.1 * static_cast<double>(config.batch) / 256);
}

const char* to_string(Mode mode) { return mode == Mode::train ? "train" : "infer"; }

const char* to_string(BatchNormInit init) {
  switch (init) {
    case BatchNormInit::standard:
      return "standard";
    case BatchNormInit::random:
      return "random";
    case BatchNormInit::separated:
      return "separated";
  }
  return "?";
}

const char* to_string(DataKind data) { return data == DataKind::zeros ? "zeros" : "random"; }

}  // namespace resnet_bench
