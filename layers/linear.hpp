#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// The classifier (LinearDesc says what it computes): (N, C, 1, 1) -> logits (N, classes).
class Linear : public Leaf {
 public:
  Linear(std::string name, std::int64_t out_features);

  std::string kind() const override { return "Linear"; }
  std::int64_t flops(Pass pass) const override;
  const Op* op() const override { return op_.get(); }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  LinearDesc desc_;
  std::unique_ptr<LinearOp> op_;
  ParameterInfo weight_, bias_;
  TensorId read_weight_ = no_tensor;  ///< as the passes read it
  TensorId x_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
  TensorId forward_scratch_ = no_tensor;
  TensorId data_scratch_ = no_tensor;
  TensorId weights_scratch_ = no_tensor;
};

}  // namespace resnet_bench
