#pragma once

#include "resnet_bench/records.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// A run of a net small enough to add up by hand: two convs with the same signature, a ReLU, an
/// optimiser, and the composites that hold them. Two plain and two layered iterations after one of
/// warm-up.
namespace resnet_bench::example {

inline RunRecord run(const std::string& uid = "01900000-0000-7000-8000-000000000001") {
  RunRecord run;
  run.uid = uid;
  run.started_at = "2026-11-30T12:00:00.000Z";
  run.host = "box";
  run.command_line = "resnet_bench --model tiny --batch 8";
  run.labels = {{"driver", "550, \"new\""}, {"site", "Ä"}};
  run.version = "0.1.0";
  run.commit = "abc123";
  run.model = "tiny";
  run.variant = "v1.5";
  run.mode = "train";
  run.batch = 8;
  run.image_size = 32;
  run.classes = 10;
  run.precision = "fp32";
  run.layout = "nhwc";
  run.fusion = "none";
  run.timing = "marks";
  run.data = "random";
  run.init = "separated";
  run.batches = 4;
  run.learning_rate = 0.003125;
  run.plan_hash = "p1";
  run.workload_hash = "w1";
  run.device = "cpu";
  run.device_model = "Some CPU @ 2 GHz";
  run.threads = 2;
  run.pinning = "cores 0-1";
  run.libraries = {{"openblas", "0.3.21"}, {"sqlite", "3.40.1"}};
  run.seed = 7;
  run.layer_timing = true;
  run.parameters = 1234;
  run.peak_bytes = 5'000'000;
  run.setup_ns = 11'000'000;
  run.allocate_ns = 22'000'000;
  run.marks = 9;
  run.mark_ns = 50;
  return run;
}

inline const std::string conv_module = "Conv(3x3,pad=1,s=1) (8,4,32,32)->(8,4,32,32)";
inline const std::string relu_module = "ReLU (8,4,32,32)->(8,4,32,32)";

inline LayerRecord layer(std::int64_t id, std::int64_t parent, const std::string& path,
                         const std::string& kind, const std::string& module, bool is_composite) {
  LayerRecord record;
  record.id = id;
  record.parent = parent;
  record.path = path;
  record.kind = kind;
  record.module = module;
  record.depth = parent < 0 ? 0 : parent + 1;
  record.is_composite = is_composite;
  record.input_shape = "(8,4,32,32)";
  record.output_shape = "(8,4,32,32)";
  record.parameters = kind == "Conv" ? 144 : 0;
  if (!is_composite) record.members = {path};
  return record;
}

inline std::vector<LayerRecord> layers() {
  std::vector<LayerRecord> layers = {
      layer(0, -1, "tiny", "Sequential", "Sequential tiny", true),
      layer(1, 0, "tiny/stage1", "Sequential", "Sequential stage1", true),
      layer(2, 1, "tiny/stage1/conv1", "Conv", conv_module, false),
      layer(3, 1, "tiny/stage1/relu", "ReLU", relu_module, false),
      layer(4, 0, "tiny/conv2", "Conv", conv_module, false),
      layer(5, -1, "optimiser", "Optimiser", "SGD 288 parameters", false),
  };
  layers[3].members = {"tiny/stage1/bn", "tiny/stage1/relu"};
  return layers;
}

inline std::vector<LayerPassRecord> passes() {
  return {
      {2, Pass::Fwd, "openblas", "nhwc", 1024, 2'000'000, 400'000, 1e-6},
      {2, Pass::BwdWeights, "openblas", "nhwc", 2048, 2'000'000, 400'000, {}},
      {3, Pass::Fwd, "fused", "nhwc", 0, 100'000, 300'000, {}},
      {3, Pass::Bwd, "fused", "nhwc", 0, 100'000, 400'000, {}},
      {4, Pass::Fwd, "openblas", "nhwc", 1024, 2'000'000, 400'000, {}},
      {4, Pass::BwdData, "openblas", "nhwc", 1024, 2'000'000, 400'000, {}},
      {4, Pass::BwdWeights, "openblas", "nhwc", 2048, 2'000'000, 400'000, {}},
      {5, Pass::Update, "sgd", "nhwc", 0, 1728, 3456, {}},
  };
}

struct Step {
  std::int64_t layer;
  Pass pass;
  std::int64_t first_ns;   ///< in the first layered iteration
  std::int64_t second_ns;  ///< in the second
};

/// In the order of the schedule. Sums: 2 200 000 and 2 600 000 ns.
inline std::vector<Step> steps() {
  return {
      {2, Pass::Fwd, 300'000, 500'000},        {3, Pass::Fwd, 50'000, 50'000},
      {4, Pass::Fwd, 350'000, 450'000},        {4, Pass::BwdData, 400'000, 400'000},
      {4, Pass::BwdWeights, 500'000, 500'000}, {3, Pass::Bwd, 100'000, 100'000},
      {2, Pass::BwdWeights, 450'000, 550'000}, {5, Pass::Update, 50'000, 50'000},
  };
}

inline CycleRecords cycle() {
  CycleRecords cycle;
  const auto iteration = [](std::int64_t number, std::int64_t block, IterationKind kind,
                            std::int64_t start_ns, std::int64_t wall_ns, std::int64_t marks_ns) {
    IterationRecord record;
    record.number = number;
    record.block = block;
    record.kind = kind;
    record.start_ns = start_ns;
    record.wall_ns = wall_ns;
    record.marks_ns = marks_ns;
    record.loss = 2.5;
    record.cycle = kind == IterationKind::warmup ? 0 : 1;
    record.dose = kind == IterationKind::layered ? 1 : 0;
    return record;
  };
  cycle.iterations = {
      iteration(0, 0, IterationKind::warmup, 0, 9'000'000, 8'900'000),
      iteration(1, 1, IterationKind::plain, 10'000'000, 2'000'000, 1'990'000),
      iteration(2, 1, IterationKind::plain, 12'000'000, 2'500'000, 2'490'000),
      iteration(3, 2, IterationKind::layered, 15'000'000, 2'210'000, 2'200'000),
      iteration(4, 2, IterationKind::layered, 18'000'000, 2'690'000, 2'600'000),
  };
  std::int64_t first = 0;
  std::int64_t second = 0;
  for (const Step& step : steps()) {
    cycle.steps.push_back({3, step.layer, step.pass, first, step.first_ns});
    cycle.steps.push_back({4, step.layer, step.pass, second, step.second_ns});
    first += step.first_ns;
    second += step.second_ns;
  }
  // The root's forward: the sum of the leaves below it.
  cycle.steps.push_back({3, 0, Pass::Fwd, 0, 700'000});
  cycle.steps.push_back({4, 0, Pass::Fwd, 0, 1'000'000});
  return cycle;
}

inline StepStatRecord stat(StepStatRecord::Scope scope, std::optional<std::int64_t> layer,
                           const std::string& module, bool is_composite, Pass pass,
                           std::int64_t calls, std::int64_t sum_ns) {
  StepStatRecord record;
  record.scope = scope;
  record.layer = layer;
  record.module = module;
  record.is_composite = is_composite;
  record.pass = pass;
  record.calls = calls;
  record.iterations = 2;
  record.sum_ns = sum_ns;
  record.mean_ns = (sum_ns + calls / 2) / calls;
  return record;
}

/// Of two iterations, 2 and 2.5 ms, and 2.21 and 2.69 ms. What is not set is not known.
inline std::vector<RunStatRecord> run_stats() {
  RunStatRecord plain{
      .kind = IterationKind::plain, .iterations = 2, .sum_ns = 4'500'000, .mean_ns = 2'250'000};
  plain.series.median_ns = 2'240'000;
  plain.series.mean_ci_low_ns = 2'205'000;
  plain.series.mean_ci_high_ns = 2'295'000;
  RunStatRecord layered{
      .kind = IterationKind::layered, .iterations = 2, .sum_ns = 4'900'000, .mean_ns = 2'450'000};
  layered.series.median_ns = 2'440'000;
  return {plain, layered};
}

inline std::vector<StepStatRecord> stats() {
  using Scope = StepStatRecord::Scope;
  std::vector<StepStatRecord> stats;
  const auto all = layers();
  for (const Step& step : steps()) {
    const LayerRecord& layer = all[static_cast<std::size_t>(step.layer)];
    stats.push_back(stat(Scope::layer, step.layer, layer.module, false, step.pass, 2,
                         step.first_ns + step.second_ns));
  }
  stats.front().series.mean_ci_low_ns = 380'000;
  stats.front().series.mean_ci_high_ns = 420'000;
  stats.push_back(stat(Scope::layer, 0, "Sequential tiny", true, Pass::Fwd, 2, 1'700'000));
  stats.push_back(stat(Scope::layer, 1, "Sequential stage1", true, Pass::Fwd, 2, 900'000));
  stats.push_back(stat(Scope::layer, 0, "Sequential tiny", true, Pass::Bwd, 2, 3'000'000));
  stats.push_back(stat(Scope::layer, 1, "Sequential stage1", true, Pass::Bwd, 2, 1'200'000));

  stats.push_back(stat(Scope::module, {}, conv_module, false, Pass::Fwd, 4, 1'600'000));
  stats.push_back(stat(Scope::module, {}, conv_module, false, Pass::BwdData, 2, 800'000));
  stats.push_back(stat(Scope::module, {}, conv_module, false, Pass::BwdWeights, 4, 2'000'000));
  stats.push_back(stat(Scope::module, {}, relu_module, false, Pass::Fwd, 2, 100'000));
  stats.push_back(stat(Scope::module, {}, relu_module, false, Pass::Bwd, 2, 200'000));
  stats.push_back(stat(Scope::module, {}, "SGD 288 parameters", false, Pass::Update, 2, 100'000));
  stats.push_back(stat(Scope::module, {}, "Sequential tiny", true, Pass::Fwd, 2, 1'700'000));
  return stats;
}

}  // namespace resnet_bench::example
