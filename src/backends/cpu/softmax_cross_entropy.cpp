#include "backends/cpu/kernels/softmax_cross_entropy.hpp"

#include "backends/cpu/op_factories.hpp"

#include <numeric>
#include <vector>

namespace resnet_bench::cpu {
namespace {

class SoftmaxCrossEntropy final : public SoftmaxCrossEntropyOp {
 public:
  SoftmaxCrossEntropy(const ThreadTeam& team, const SoftmaxCrossEntropyDesc& desc)
      : team_(team),
        batch_(desc.logits[0]),
        classes_(desc.logits[1]),
        factor_(static_cast<float>(desc.loss_scale / static_cast<double>(batch_))),
        losses_(static_cast<std::size_t>(team.size())) {}

  std::string algorithm(Pass) const override { return "row"; }
  LayoutId activation_layout() const override { return LayoutId::plain; }

  void forward(const Forward& f) override {
    team_.run([&](int thread) {
      const Share share = share_of(batch_, team_.size(), thread);
      double loss = 0;
      for (std::int64_t n = share.begin; n < share.end; ++n) {
        loss += softmax_cross_entropy_row(classes_, f.logits.as<float>() + n * classes_,
                                          f.labels.as<std::int32_t>()[n],
                                          f.probabilities.as<float>() + n * classes_);
      }
      losses_[static_cast<std::size_t>(thread)] = loss;
    });
    const double sum = std::accumulate(losses_.begin(), losses_.end(), 0.0);
    *f.loss.as<float>() = static_cast<float>(sum / static_cast<double>(batch_));
  }

  void backward(const Backward& b) override {
    team_.split(batch_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t n = begin; n < end; ++n) {
        softmax_cross_entropy_backward_row(
            classes_, factor_, b.probabilities.as<float>() + n * classes_,
            b.labels.as<std::int32_t>()[n], b.dlogits.as<float>() + n * classes_);
      }
    });
  }

 private:
  const ThreadTeam& team_;
  std::int64_t batch_, classes_;
  float factor_;                ///< of gradients
  std::vector<double> losses_;  ///< of each thread's images: its size is no matter of the batch
};

}  // namespace

std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
    const ThreadTeam& team, const SoftmaxCrossEntropyDesc& desc) {
  return std::make_unique<SoftmaxCrossEntropy>(team, desc);
}

}  // namespace resnet_bench::cpu
