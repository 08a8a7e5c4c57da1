#include "backends/cuda/kernels/softmax.hpp"
#include "backends/cuda/ops.hpp"

namespace resnet_bench::cuda {
namespace {

class SoftmaxCrossEntropy final : public SoftmaxCrossEntropyOp {
 public:
  SoftmaxCrossEntropy(const Device& device, const SoftmaxCrossEntropyDesc& desc)
      : device_(device),
        rows_(desc.logits[0]),
        classes_(desc.logits[1]),
        scale_(static_cast<float>(desc.loss_scale / static_cast<double>(rows_))) {}

  std::string algorithm(Pass) const override { return "direct"; }
  LayoutId activation_layout() const override { return LayoutId::plain; }
  std::int64_t scratch_bytes(Pass pass) const override {
    return pass == Pass::Fwd ? rows_ * byte_size(DataType::f32) : 0;
  }

  void forward(const Forward& a) override {
    softmax_forward(device_.stream(), {.rows = rows_,
                                       .classes = classes_,
                                       .logits = a.logits.as<float>(),
                                       .labels = a.labels.as<std::int32_t>(),
                                       .row_scratch = a.scratch.as<float>(),
                                       .probabilities = a.probabilities.as<float>(),
                                       .loss = a.loss.as<float>()});
  }
  void backward(const Backward& a) override {
    softmax_backward(device_.stream(), rows_, classes_, a.probabilities.as<float>(),
                     a.labels.as<std::int32_t>(), scale_, a.dlogits.as<float>());
  }

 private:
  const Device& device_;
  std::int64_t rows_, classes_;
  float scale_;  ///< of the gradient
};

}  // namespace

std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
    const Device& device, const SoftmaxCrossEntropyDesc& desc) {
  return std::make_unique<SoftmaxCrossEntropy>(device, desc);
}

}  // namespace resnet_bench::cuda
