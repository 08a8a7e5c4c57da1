#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// Max pooling (MaxPoolDesc says which). In training it saves where each maximum was.
class MaxPool : public Leaf {
 public:
  MaxPool(std::string name, std::int64_t kernel, std::int64_t stride, std::int64_t pad);

  std::string kind() const override { return "MaxPool"; }
  std::vector<Attribute> attributes() const override;
  const Op* op() const override { return op_.get(); }
  const MaxPoolDesc& desc() const { return desc_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;
  std::string signature() const override;

  MaxPoolDesc desc_;
  std::unique_ptr<MaxPoolOp> op_;
  TensorId x_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId argmax_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
};

}  // namespace resnet_bench
