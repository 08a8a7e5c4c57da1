#include "app/prepared_run.hpp"

#include "resnet_bench/host.hpp"

namespace resnet_bench {
namespace {

BackendRequest backend_request(const BenchmarkConfig& config) {
  return {.device = config.device,
          .threads = thread_count(config),
          .float_type = config.precision == Precision::fp64 ? DataType::f64 : DataType::f32,
          .layout = config.layout,
          .conv = config.conv};
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

}  // namespace

PreparedRun::PreparedRun(const BenchmarkConfig& config)
    : chosen(make_backend(backend_request(config))),
      network(*chosen.backend, network_options(config)),
      plan(make_plan(network)) {}

int thread_count(const BenchmarkConfig& config) {
  if (config.pin == Pin::list) return static_cast<int>(config.pin_list.size());
  return config.threads > 0 ? static_cast<int>(config.threads) : usable_processors().cores;
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

const char* to_string(Precision precision) {
  return precision == Precision::fp64 ? "fp64" : "fp32";
}

const char* to_string(Init init) {
  switch (init) {
    case Init::standard:
      return "standard";
    case Init::random:
      return "random";
    case Init::separated:
      return "separated";
  }
  return "?";
}

}  // namespace resnet_bench
