#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench::reference {
namespace {

template <class T>  // of activations, which it does not see
class NaiveSoftmaxCrossEntropy : public ReferenceOp<SoftmaxCrossEntropyOp> {
  using P = Parameter<T>;

 public:
  explicit NaiveSoftmaxCrossEntropy(const SoftmaxCrossEntropyDesc& desc)
      : ReferenceOp(LayoutId::plain), desc_(desc) {}

  /// The largest logit is taken off first, so that no exponential overflows.
  void forward(const Forward& in) override {
    const std::int64_t batch = in.logits.shape[0];
    const std::int64_t classes = in.logits.shape[1];
    double loss = 0;
    for (std::int64_t n = 0; n < batch; ++n) {
      const P* logits = in.logits.as<P>() + n * classes;
      P* probabilities = in.probabilities.as<P>() + n * classes;
      const double largest = static_cast<double>(*std::max_element(logits, logits + classes));
      double sum = 0;
      for (std::int64_t k = 0; k < classes; ++k) {
        sum += std::exp(static_cast<double>(logits[k]) - largest);
      }
      for (std::int64_t k = 0; k < classes; ++k) {
        probabilities[k] = static_cast<P>(std::exp(static_cast<double>(logits[k]) - largest) / sum);
      }
      loss += std::log(sum) + largest - static_cast<double>(logits[in.labels.as<int>()[n]]);
    }
    *in.loss.as<P>() = static_cast<P>(loss / static_cast<double>(batch));
  }

  void backward(const Backward& in) override {
    const std::int64_t batch = in.dlogits.shape[0];
    const std::int64_t classes = in.dlogits.shape[1];
    for (std::int64_t n = 0; n < batch; ++n) {
      for (std::int64_t k = 0; k < classes; ++k) {
        const double target = k == in.labels.as<int>()[n] ? 1 : 0;
        const double probability = static_cast<double>(in.probabilities.as<P>()[n * classes + k]);
        in.dlogits.as<P>()[n * classes + k] =
            static_cast<P>((probability - target) * desc_.loss_scale / static_cast<double>(batch));
      }
    }
  }

 private:
  SoftmaxCrossEntropyDesc desc_;
};

template <class T>
class NaiveSgd : public ReferenceOp<SgdOp> {
  using P = Parameter<T>;

 public:
  explicit NaiveSgd(const SgdDesc& desc) : ReferenceOp(LayoutId::plain), desc_(desc) {}

  void update(std::span<const SgdParameter> parameters) override {
    for (const SgdParameter& parameter : parameters) {
      const std::int64_t count = parameter.value.shape.elements();
      for (std::int64_t i = 0; i < count; ++i) {
        P& value = parameter.value.as<P>()[i];
        P& momentum = parameter.momentum.as<P>()[i];
        const double gradient =
            static_cast<double>(parameter.gradient.as<P>()[i]) / desc_.loss_scale +
            desc_.weight_decay * static_cast<double>(value);
        const double moved = desc_.momentum_factor * static_cast<double>(momentum) + gradient;
        momentum = static_cast<P>(moved);
        value = static_cast<P>(static_cast<double>(value) - desc_.learning_rate * moved);
        for (const Tensor& copy : parameter.copies) copy.as<T>()[i] = static_cast<T>(value);
      }
    }
  }

 private:
  SgdDesc desc_;
};

}  // namespace

std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
    const SoftmaxCrossEntropyDesc& desc, DataType type) {
  return make_by_type<NaiveSoftmaxCrossEntropy, SoftmaxCrossEntropyOp>(type, desc);
}

std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc, DataType type) {
  return make_by_type<NaiveSgd, SgdOp>(type, desc);
}

}  // namespace resnet_bench::reference
