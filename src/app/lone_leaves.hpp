#pragma once

#include "alone/leaf_measurement.hpp"
#include "alone/lone_conv.hpp"
#include "app/prepared_run.hpp"
#include "cli/command_line.hpp"

#include <memory>
#include <string>
#include <vector>

namespace resnet_bench {

/// What `layers` measures: leaves of a model's planned network, or the convolutions of a suite, and
/// what they live on.
struct LoneLeaves {
  std::unique_ptr<PreparedRun> model;  ///< null: of a suite
  ChosenBackend suite_backend;
  std::vector<std::unique_ptr<LoneConv>> convs;
  std::vector<LoneLeaf> leaves;
  std::string warnings;  ///< passes of a suite that cannot be computed here; empty: none

  Backend& backend() const { return model ? *model->chosen.backend : *suite_backend.backend; }
};

/// Algorithms are chosen as a run would choose them, with the measurements that `database` has and
/// adding to them. Throws Refusal where nothing is selected, or nothing can be computed.
LoneLeaves find_lone_leaves(const LayersOptions& layers, const BenchmarkConfig& config,
                            Database& database);

}  // namespace resnet_bench
