#include "backends/cuda/kernels/batch_norm.hpp"

#include "backends/cuda/ops.hpp"

namespace resnet_bench::cuda {
namespace {

/// By kernels of our own, which cuDNN's do not replace here: its fused ones keep a bit mask for the
/// backward and add no second gradient, and its graphs of BatchNorm are compiled when they are
/// first used, a second or two each.
class BatchNorm final : public BatchNormOp {
 public:
  BatchNorm(const Device& device, const BatchNormDesc& desc, Precision precision, LayoutId layout)
      : device_(device), desc_(desc), type_(types_of(precision).activation), layout_(layout) {}

  std::string algorithm(Pass) const override { return "two-pass"; }
  std::int64_t scratch_bytes(Pass) const override {
    return batch_norm_scratch_bytes(channels(), type_);
  }
  std::int64_t mask_bytes() const override { return batch_norm_mask_bytes(channels(), type_); }
  LayoutId activation_layout() const override { return layout_; }

  void forward_training(const ForwardTraining& a) override {
    batch_norm_statistics(device_.stream(), {.shape = channels(),
                                             .type = a.x.type,
                                             .x = a.x.data,
                                             .partial = a.scratch.data,
                                             .saved_mean = a.saved_mean.as<float>(),
                                             .saved_inv_std = a.saved_inv_std.as<float>(),
                                             .running_mean = a.running_mean.as<float>(),
                                             .running_variance = a.running_variance.as<float>(),
                                             .epsilon = static_cast<float>(desc_.epsilon),
                                             .momentum = static_cast<float>(desc_.momentum)});
    batch_norm_apply(device_.stream(), {.shape = channels(),
                                        .type = a.x.type,
                                        .x = a.x.data,
                                        .shortcut = a.shortcut.data,
                                        .y = a.y.data,
                                        .mask = a.mask.as<std::uint8_t>(),
                                        .gamma = a.gamma.as<float>(),
                                        .beta = a.beta.as<float>(),
                                        .mean = a.saved_mean.as<float>(),
                                        .spread = a.saved_inv_std.as<float>(),
                                        .spread_is_variance = false,
                                        .epsilon = 0,
                                        .relu = desc_.relu});
  }

  void forward_inference(const ForwardInference& a) override {
    batch_norm_apply(device_.stream(), {.shape = channels(),
                                        .type = a.x.type,
                                        .x = a.x.data,
                                        .shortcut = a.shortcut.data,
                                        .y = a.y.data,
                                        .mask = nullptr,
                                        .gamma = a.gamma.as<float>(),
                                        .beta = a.beta.as<float>(),
                                        .mean = a.running_mean.as<float>(),
                                        .spread = a.running_variance.as<float>(),
                                        .spread_is_variance = true,
                                        .epsilon = static_cast<float>(desc_.epsilon),
                                        .relu = desc_.relu});
  }

  void backward(const Backward& a) override {
    batch_norm_backward(device_.stream(), {.shape = channels(),
                                           .type = a.x.type,
                                           .x = a.x.data,
                                           .y = a.y.data,
                                           .mask = a.mask.as<std::uint8_t>(),
                                           .dy = a.dy.data,
                                           .dy2 = a.dy2.data,
                                           .gamma = a.gamma.as<float>(),
                                           .saved_mean = a.saved_mean.as<float>(),
                                           .saved_inv_std = a.saved_inv_std.as<float>(),
                                           .dx = a.dx.data,
                                           .dshortcut = a.dshortcut.data,
                                           .dgamma = a.dgamma.as<float>(),
                                           .dbeta = a.dbeta.as<float>(),
                                           .partial = a.scratch.data});
  }

 private:
  Channels channels() const {
    const Shape& x = desc_.x;
    return {x.n(), x.c(), x.h() * x.w(), layout_ != LayoutId::plain};
  }

  const Device& device_;
  BatchNormDesc desc_;
  DataType type_;
  LayoutId layout_;
};

}  // namespace

std::unique_ptr<BatchNormOp> make_batch_norm(const Device& device, const BatchNormDesc& desc,
                                             Precision precision, LayoutId layout) {
  return std::make_unique<BatchNorm>(device, desc, precision, layout);
}

}  // namespace resnet_bench::cuda
