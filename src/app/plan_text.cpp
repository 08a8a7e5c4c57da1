#include "app/plan_text.hpp"

#include "resnet_bench/text.hpp"

#include "benchmark/step_rows.hpp"

#include <iomanip>
#include <ostream>

namespace resnet_bench {
namespace {

constexpr int path_width = 38;
constexpr int number_width = 11;
constexpr int algorithm_width = 19;

/// Multiply-adds of the forward pass, the published way of counting.
double forward_multiply_adds(const Plan& plan, std::int64_t batch) {
  std::int64_t flops = 0;
  for (const Step& step : plan.schedule) {
    if (step.pass == Pass::Fwd) flops += step.leaf->flops(step.pass);
  }
  return static_cast<double>(flops) / 2 / static_cast<double>(batch);
}

}  // namespace

void print_plan(const PreparedRun& prepared, const BenchmarkConfig& config, std::ostream& out) {
  const Network& network = prepared.network;
  const Plan& plan = prepared.plan;
  const std::vector<LayerRecord> layers = layer_records(network);
  out << std::left << std::setw(path_width) << "path" << std::setw(number_width) << "pass"
      << std::setw(algorithm_width) << "algorithm" << std::right << std::setw(number_width)
      << "parameters" << std::setw(number_width) << "MFLOP" << std::setw(number_width)
      << "least MiB" << std::setw(14) << "workspace"
      << "  module\n";
  std::int64_t flops = 0;
  for (const LayerPassRecord& pass : layer_pass_records(network, plan)) {
    const LayerRecord& layer = layers[static_cast<std::size_t>(pass.layer)];
    flops += pass.flops;
    out << std::left << std::setw(path_width) << layer.path << std::setw(number_width)
        << to_string(pass.pass) << std::setw(algorithm_width) << pass.algorithm << std::right
        << std::setw(number_width) << layer.parameters << std::fixed << std::setprecision(1)
        << std::setw(number_width) << static_cast<double>(pass.flops) / 1e6
        << std::setw(number_width) << static_cast<double>(pass.least_bytes) / (1 << 20)
        << std::setw(14) << bytes_text(pass.workspace_bytes) << "  " << layer.module << '\n';
  }
  out << std::setprecision(3) << "\n"
      << "model          " << network.options().model << ' ' << network.options().variant
      << ", batch " << network.options().batch << ", image size " << network.options().image_size
      << ", fusion " << to_string(network.options().fusion) << '\n'
      << "device         " << prepared.chosen.reason << '\n'
      << "parameters     " << network.parameter_count() << '\n'
      << "multiply-adds  " << forward_multiply_adds(plan, network.options().batch) / 1e9
      << " G an image, forward\n"
      << "FLOPs          " << static_cast<double>(flops) / 1e9 << " G an iteration\n"
      << "steps          " << plan.schedule.size() << '\n'
      << "peak memory    " << bytes_text(plan.arena_bytes) << ", of which "
      << bytes_text(plan.persistent_bytes) << " persistent (no layout can do with less than "
      << bytes_text(plan.least_arena_bytes) << ")\n"
      << "plan           " << plan.hash << ", workload " << workload_hash(prepared, config)
      << ", preset " << config.preset << '\n';
}

}  // namespace resnet_bench
