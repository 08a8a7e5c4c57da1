#pragma once

#include "layers/conv.hpp"
#include "models/suite.hpp"

#include <memory>
#include <string>
#include <vector>

namespace resnet_bench {

/// A convolution without a network around it, made as a network makes its own: the same layer,
/// asking the same backend for its op.
class LoneConv {
 public:
  /// Throws Refusal where the backend cannot compute it in one of `passes`: BwdData in the layout
  /// of an image, for example, which no network asks for.
  LoneConv(Backend& backend, const ConvProblem& problem, std::span<const Pass> passes);

  const Assembly& assembly() const { return assembly_; }
  Conv& leaf() { return *conv_; }

 private:
  Assembly assembly_;
  std::unique_ptr<Conv> conv_;
  std::vector<std::unique_ptr<Leaf>> reorders_;  ///< that would bring its input; never run
};

}  // namespace resnet_bench
