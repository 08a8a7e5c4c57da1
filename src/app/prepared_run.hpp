#pragma once

#include "backends/registry.hpp"
#include "benchmark/config.hpp"
#include "plan/plan.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench {

/// A configuration with its device found and its network planned: all that can be refused has
/// been, except memory.
struct PreparedRun {
  explicit PreparedRun(const BenchmarkConfig& config);

  ChosenBackend chosen;
  Network network;
  Plan plan;
};

int thread_count(const BenchmarkConfig& config);

/// What `auto` stands for: bn in training, fold in inference.
Fusion fusion_of(const BenchmarkConfig& config);

/// 0.1 * batch / 256 where none was asked for (Goyal et al. 2017, arXiv 1706.02677).
double learning_rate_of(const BenchmarkConfig& config);

const char* to_string(Mode mode);
const char* to_string(Precision precision);
const char* to_string(Init init);

}  // namespace resnet_bench
