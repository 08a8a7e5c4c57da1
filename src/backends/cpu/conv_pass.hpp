#pragma once

#include "resnet_bench/ops.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace resnet_bench::cpu {

/// The tensors of a convolution's pass. Fwd writes y; BwdData reads dy as y and writes dx to x;
/// BwdWeights reads dy as y and writes the gradient to weight. bias and shortcut as in ConvDesc.
struct ConvOperands {
  Tensor x, weight, y, bias, shortcut, scratch;
};

/// One pass of one convolution by one algorithm, x and y in the layouts it was made for.
class ConvPass {
 public:
  virtual ~ConvPass() = default;

  virtual std::string algorithm() const = 0;
  /// In which it reads the weights, or writes their gradient.
  virtual LayoutId weight_layout() const = 0;
  virtual std::int64_t scratch_bytes() const = 0;
  virtual void run(const ConvOperands&) = 0;
};

}  // namespace resnet_bench::cpu
