#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// The same tensor in another layout, where layouts meet. Its backward brings the gradient back.
class Reorder : public Leaf {
 public:
  Reorder(std::string name, LayoutId to);

  std::string kind() const override { return "Reorder"; }
  const Op* op() const override { return forward_op_.get(); }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;
  std::string signature() const override { return "(" + from_name_ + "->" + to_name_ + ")"; }

  LayoutId to_;
  std::string from_name_, to_name_;
  std::unique_ptr<ReorderOp> forward_op_;
  std::unique_ptr<ReorderOp> backward_op_;
  TensorId x_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
};

}  // namespace resnet_bench
