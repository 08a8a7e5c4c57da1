#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>
#include <vector>

namespace resnet_bench {

/// The optimiser (SgdDesc says what it computes), over all trained parameters at once. Stands
/// beside the model's tree, after the root's backward; its only pass is Update.
class Sgd : public Leaf {
 public:
  Sgd(std::string name, const SgdDesc& desc);

  std::string kind() const override { return "Sgd"; }
  std::vector<Attribute> attributes() const override;
  const Op* op() const override { return op_.get(); }
  const SgdDesc& desc() const { return desc_; }

  void update(Execution& run);

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;

  /// Fills tensors_ and copies_, allocating nothing after the first call.
  template <class TensorOf>
  void bind(const TensorOf& tensor_of);

  SgdDesc desc_;
  std::unique_ptr<SgdOp> op_;
  std::vector<ParameterInfo> parameters_;
  std::vector<SgdParameter> tensors_;
  std::vector<std::vector<Tensor>> copies_;  ///< of each parameter
};

}  // namespace resnet_bench
