#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// The mean over height and width: (N, C, H, W) -> (N, C, 1, 1).
class GlobalAvgPool : public Leaf {
 public:
  using Leaf::Leaf;

  std::string kind() const override { return "GlobalAvgPool"; }
  const Op* op() const override { return op_.get(); }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  std::unique_ptr<GlobalAvgPoolOp> op_;
  TensorId x_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
};

}  // namespace resnet_bench
