#pragma once

#include "resnet_bench/conv_measurement.hpp"

#include "backends/cuda/cudnn/conv_engines.hpp"
#include "backends/cuda/device.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace resnet_bench::cuda {

/// Picks the engine of each pass of each convolution, by --conv:
///   auto      the fastest of those measured on this very problem, each once a run; without
///             measuring what cuDNN's heuristics say
///   library   the first that cuDNN's heuristics propose
///   cudnn:engine=N,...   that one, where it can; else as library, with a warning
class ConvChooser {
 public:
  /// Of an engine that wants more, another is taken.
  static constexpr std::int64_t workspace_budget = std::int64_t{1} << 30;

  /// Throws Refusal for another policy.
  ConvChooser(const Device& device, std::string policy, bool measure);

  /// Measurements of earlier runs, taken over where a problem is the same.
  void recall(ConvMeasurements known) { known_ = std::move(known); }

  /// One plan for all that compute the same; null where cuDNN has no engine, why() then says why.
  std::shared_ptr<ConvPlan> choose(const ConvProblem& problem);
  const std::string& why() const { return why_; }

  const ConvMeasurements& measurements() const { return used_; }
  std::int64_t measuring_ns() const { return measuring_ns_; }

 private:
  std::unique_ptr<ConvPlan> make(const ConvProblem& problem);
  std::unique_ptr<ConvPlan> fastest(const ConvProblem& problem, ConvEngines& engines);
  std::unique_ptr<ConvPlan> replay(const std::string& algorithm, const ConvProblem& problem,
                                   ConvEngines& engines);

  const Device& device_;
  CudnnTarget target_;
  std::string policy_;
  bool measure_;
  ConvMeasurements known_, used_;
  std::map<std::string, std::shared_ptr<ConvPlan>> plans_;  ///< by pass and problem
  std::string why_;
  std::int64_t measuring_ns_ = 0;
};

}  // namespace resnet_bench::cuda
