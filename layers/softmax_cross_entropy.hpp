#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// The loss: mean over the batch of -log softmax(logits)[label]. Its output is the one value.
/// Backward starts here, with a gradient of 1.
class SoftmaxCrossEntropy : public Leaf {
 public:
  using Leaf::Leaf;

  std::string kind() const override { return "SoftmaxCrossEntropy"; }
  const Op* op() const override { return op_.get(); }

  /// Class numbers in [0, classes), i32. Set before connect.
  void set_labels(TensorId labels) { labels_ = labels; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  std::unique_ptr<SoftmaxCrossEntropyOp> op_;
  TensorId logits_ = no_tensor;
  TensorId labels_ = no_tensor;
  TensorId probabilities_ = no_tensor;
  TensorId loss_ = no_tensor;
  TensorId scratch_ = no_tensor;
  TensorId dlogits_ = no_tensor;
};

}  // namespace resnet_bench
