#pragma once

#include "resnet_bench/execution.hpp"

#include "layers/conv.hpp"
#include "verify/host_tensor.hpp"
#include "verify/step_operands.hpp"

#include <memory>
#include <vector>

namespace resnet_bench::verify {

/// A convolution with a ReLU behind it loses what is below zero, and so is not linear. Run again by
/// the same op with weights, bias and shortcut negated it keeps just that.
class NegatedConv {
 public:
  explicit NegatedConv(Backend& backend) : backend_(backend) {}

  /// What max(0, -t) is, after the step that wrote max(0, t). `weight` and `bias` are the step's
  /// own values in plain order and their own types. The result lives until the next call.
  Tensor run(const Conv& conv, const Execution& run, StepOperands& step,
             std::vector<std::byte> weight, std::vector<std::byte> bias);

 private:
  Tensor place(const Tensor& like, std::int64_t& offset) const;

  Backend& backend_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace resnet_bench::verify
