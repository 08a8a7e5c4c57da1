#include "backends/cuda/kernels/softmax.hpp"
#include "backends/cuda/ops.hpp"

namespace resnet_bench::cuda {
namespace {

class SoftmaxCrossEntropy final : public SoftmaxCrossEntropyOp {
 public:
  SoftmaxCrossEntropy(const Device& device, const Shape& logits)
      : device_(device), rows_(logits[0]), classes_(logits[1]) {}

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
                     a.labels.as<std::int32_t>(), 1 / static_cast<float>(rows_),
                     a.dlogits.as<float>());
  }

 private:
  const Device& device_;
  std::int64_t rows_, classes_;
};

}  // namespace

std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(const Device& device,
                                                                  const Shape& logits) {
  return std::make_unique<SoftmaxCrossEntropy>(device, logits);
}

}  // namespace resnet_bench::cuda
