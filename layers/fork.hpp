#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// Hands one tensor to two branches without a copy, in the layout it has. Its backward adds the
/// branches' gradients, dx = df + dg, unless the leaf before takes both and does so in its own.
class Fork : public Leaf {
 public:
  using Leaf::Leaf;

  std::string kind() const override { return "Fork"; }
  const Op* op() const override { return op_.get(); }

  /// The branches' inputs, once connected.
  TensorId to_f() const { return to_f_; }
  TensorId to_g() const { return to_g_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  std::unique_ptr<AddOp> op_;
  TensorId to_f_ = no_tensor;
  TensorId to_g_ = no_tensor;
  TensorId df_ = no_tensor;
  TensorId dg_ = no_tensor;
  TensorId dx_ = no_tensor;
};

}  // namespace resnet_bench
