#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>

namespace resnet_bench {

/// What a convolution may do to its output before it is written, in inference.
struct ConvEpilogue {
  /// The convolution's BatchNorm is folded in: weights are scaled and a bias is added.
  bool batch_norm = false;
  double epsilon = 1e-5;  ///< of that BatchNorm
  bool add = false;       ///< + shortcut
  bool relu = false;
};

/// A convolution without bias (ConvDesc says what it computes), or, folded, with one and with what
/// follows it: ConvBias, ConvBiasReLU, ConvBiasAddReLU. The first canonical member is the
/// convolution, the second, when folded, its BatchNorm.
class Conv : public Leaf {
 public:
  Conv(std::string name, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
       std::int64_t pad, ConvEpilogue epilogue = {});

  std::string kind() const override;
  std::vector<Attribute> attributes() const override;
  std::int64_t flops(Pass pass) const override;
  std::int64_t flops_without_padding(Pass pass) const override;
  double touched(Pass pass, const Use& use) const override;
  const Op* op() const override { return op_.get(); }

  const ConvDesc& desc() const { return desc_; }
  /// The op itself, to be run again on other tensors by who checks what it does.
  ConvOp& conv_op() const { return *op_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Pass pass, Execution& run) override;
  std::string signature() const override;
  void connect_weights(Assembly& assembly);
  void connect_folded_weights(Assembly& assembly);

  ConvDesc desc_;
  ConvEpilogue epilogue_;
  std::unique_ptr<ConvOp> op_;
  ParameterInfo weight_;
  TensorId forward_weight_ = no_tensor;  ///< the weights as Fwd reads them
  TensorId data_weight_ = no_tensor;     ///< and as BwdData does
  TensorId bias_ = no_tensor;
  TensorId x_ = no_tensor;
  TensorId added_ = no_tensor;
  TensorId y_ = no_tensor;
  TensorId dy_ = no_tensor;
  TensorId dx_ = no_tensor;
  TensorId forward_scratch_ = no_tensor;
  TensorId data_scratch_ = no_tensor;
  TensorId weights_scratch_ = no_tensor;
};

}  // namespace resnet_bench
