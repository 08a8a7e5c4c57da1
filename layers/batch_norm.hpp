#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// Batch normalisation, alone or fused with what follows it: BatchNorm, BatchNormReLU, and as a
/// join BatchNormAdd, BatchNormAddReLU. Its parameters are named by the first canonical member.
class BatchNorm : public Leaf {
 public:
  explicit BatchNorm(std::string name, bool add = false, bool relu = false);

  std::string kind() const override;
  std::vector<Attribute> attributes() const override;
  const Op* op() const override { return op_.get(); }
  double epsilon() const { return desc_.epsilon; }
  const BatchNormDesc& desc() const { return desc_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;
  void connect_training(Assembly& assembly);
  void connect_inference(Assembly& assembly);
  void declare_backward();

  BatchNormDesc desc_;
  std::unique_ptr<BatchNormOp> op_;
  ParameterInfo gamma_, beta_, running_mean_, running_variance_;
  TensorId x_ = no_tensor;
  TensorId added_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId mask_ = no_tensor;  ///< what the backward reads of y instead of it
  TensorId saved_mean_ = no_tensor;
  TensorId saved_inv_std_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dy2_ = no_tensor;  ///< where a fork follows: the gradient of its other branch
  TensorId dx_ = no_tensor;
  TensorId dadded_ = no_tensor;
  TensorId forward_scratch_ = no_tensor;
  TensorId backward_scratch_ = no_tensor;
  bool training_ = false;
};

}  // namespace resnet_bench
