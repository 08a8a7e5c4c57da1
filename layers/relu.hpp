#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// y = max(0, x).
class Relu : public Leaf {
 public:
  using Leaf::Leaf;

  std::string kind() const override { return "ReLU"; }
  const Op* op() const override { return op_.get(); }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  std::unique_ptr<ReluOp> op_;
  TensorId x_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
};

}  // namespace resnet_bench
