#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// The join of a shortcut, not fused: y = x + shortcut. In backward both inputs have the output's
/// gradient, in its memory: there is nothing to do.
class Add : public Leaf {
 public:
  using Leaf::Leaf;

  std::string kind() const override { return "Add"; }
  const Op* op() const override { return op_.get(); }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  std::unique_ptr<AddOp> op_;
  TensorId a_ = no_tensor;
  TensorId b_ = no_tensor;
  TensorId sum_ = no_tensor;
};

}  // namespace resnet_bench
