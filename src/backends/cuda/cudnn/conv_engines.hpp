#pragma once

#include "backends/cuda/cudnn/conv_graph.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace resnet_bench::cuda {

/// An engine of cuDNN with its settings. Its text, "cudnn:engine=17,k2=3,k24=1", is the algorithm's
/// name in the database, and names the same on another day.
struct EngineConfiguration {
  std::int64_t engine = 0;
  std::map<std::int64_t, std::int64_t> knobs;  ///< by cudnnBackendKnobType_t

  friend bool operator==(const EngineConfiguration&, const EngineConfiguration&) = default;
};
std::string to_string(const EngineConfiguration& configuration);
/// Throws Refusal for other text.
EngineConfiguration parse_engine_configuration(const std::string& text);

/// What a run binds, in the order of ConvTensor's names: x, weight, y, bias, shortcut; null where
/// the problem has none.
struct ConvPointers {
  void *x, *weight, *y, *bias, *shortcut, *workspace;

  friend auto operator<=>(const ConvPointers&, const ConvPointers&) = default;
};

/// A convolution's pass that is ready to run.
class ConvPlan {
 public:
  ConvPlan(EngineConfiguration configuration, std::vector<cudnnBackendNumericalNote_t> notes,
           std::vector<ConvTensor> tensors, Descriptor plan);

  const EngineConfiguration& configuration() const { return configuration_; }
  std::int64_t workspace_bytes() const { return workspace_bytes_; }
  /// "tensor cores", "winograd 4x4", ...; empty: none that matters.
  std::string notes() const;

  /// On the handle's stream. The first run on some pointers makes what later ones use.
  void run(cudnnHandle_t handle, const ConvPointers& pointers);

 private:
  Descriptor make_variant(const ConvPointers& pointers) const;

  EngineConfiguration configuration_;
  std::vector<cudnnBackendNumericalNote_t> notes_;
  std::vector<ConvTensor> tensors_;
  Descriptor plan_;
  std::int64_t workspace_bytes_;
  std::map<ConvPointers, Descriptor> variants_;
};

/// The engines that cuDNN has for a problem.
class ConvEngines {
 public:
  ConvEngines(const CudnnTarget& target, const ConvProblem& problem);

  /// The first `most` of what its heuristics propose, mode A before FALLBACK, that it supports,
  /// that want no more workspace, that give the same bits each time, and that compute as precisely
  /// as the problem says.
  std::vector<std::unique_ptr<ConvPlan>> plans(std::size_t most, std::int64_t workspace_budget);

  /// Null where the installed cuDNN does not take the configuration; refusal() then says why.
  std::unique_ptr<ConvPlan> plan_of(const EngineConfiguration& configuration);

  /// Why engines were passed over, each reason once.
  const std::string& refusal() const { return refusal_; }

 private:
  std::vector<Descriptor> configurations(cudnnBackendHeurMode_t mode);
  std::unique_ptr<ConvPlan> make_plan(const Descriptor& configuration);
  bool is_precise(const std::vector<cudnnBackendNumericalNote_t>& notes) const;
  void note_refusal(const std::string& reason);

  CudnnTarget target_;
  ConvProblem problem_;
  ConvGraph graph_;
  std::string refusal_;
};

}  // namespace resnet_bench::cuda
