#pragma once

#include "backends/reference/reference_backend.hpp"

#include <memory>

namespace resnet_bench::test {

/// The reference backend, but convolutions and joins want nhwc and all else plain, so that layouts
/// meet in the middle of a network.
class MixedLayoutBackend : public Backend {
 public:
  DeviceDescription describe() const override { return plain_->describe(); }
  Precision precision() const override { return plain_->precision(); }
  LayoutId input_layout() const override { return plain_->input_layout(); }
  std::string layout_name(LayoutId layout) const override { return plain_->layout_name(layout); }
  std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const override {
    return plain_->bytes(shape, type, layout);
  }
  std::int64_t available_memory() const override { return plain_->available_memory(); }
  std::unique_ptr<Memory> allocate(std::int64_t bytes) override { return plain_->allocate(bytes); }
  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    plain_->from_plain(host, tensor);
  }
  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    plain_->to_plain(tensor, host);
  }
  std::unique_ptr<Marker> make_marker(std::int64_t capacity) override {
    return plain_->make_marker(capacity);
  }
  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    return nhwc_->make_conv(desc);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return plain_->make_batch_norm(desc);
  }
  std::unique_ptr<ReluOp> make_relu(const Shape& shape) override {
    return plain_->make_relu(shape);
  }
  std::unique_ptr<AddOp> make_add(const Shape& shape) override { return nhwc_->make_add(shape); }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return plain_->make_max_pool(desc);
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) override {
    return plain_->make_global_avg_pool(x);
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc& desc) override {
    return plain_->make_linear(desc);
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc& desc) override {
    return plain_->make_softmax_cross_entropy(desc);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc,
                                  std::span<const SgdParameter> parameters) override {
    return plain_->make_sgd(desc, parameters);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape& shape, LayoutId from, LayoutId to) override {
    return plain_->make_reorder(shape, from, to);
  }

 private:
  std::unique_ptr<Backend> plain_ = make_reference_backend({});
  std::unique_ptr<Backend> nhwc_ = make_reference_backend({.channels_last = true});
};

}  // namespace resnet_bench::test
