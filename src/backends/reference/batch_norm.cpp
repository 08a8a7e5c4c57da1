#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

#include <cmath>

namespace resnet_bench::reference {
namespace {

/// Calls visit(n, h, w) for every value of a channel.
template <class Visit>
void for_each_in_channel(const Shape& shape, Visit visit) {
  for (std::int64_t n = 0; n < shape.n(); ++n)
    for (std::int64_t h = 0; h < shape.h(); ++h)
      for (std::int64_t w = 0; w < shape.w(); ++w) visit(n, h, w);
}

template <class T>
class NaiveBatchNorm : public ReferenceOp<BatchNormOp> {
  using P = Parameter<T>;

 public:
  NaiveBatchNorm(const BatchNormDesc& desc, LayoutId layout) : ReferenceOp(layout), desc_(desc) {}

  void forward_training(const ForwardTraining& in) override {
    const View<T> x(in.x);
    const double count = static_cast<double>(desc_.x.n() * desc_.x.h() * desc_.x.w());
    for (std::int64_t c = 0; c < desc_.x.c(); ++c) {
      double mean = 0;
      for_each_in_channel(
          desc_.x, [&](auto n, auto h, auto w) { mean += static_cast<double>(x(n, c, h, w)); });
      mean /= count;
      double squares = 0;
      for_each_in_channel(desc_.x, [&](auto n, auto h, auto w) {
        const double deviation = static_cast<double>(x(n, c, h, w)) - mean;
        squares += deviation * deviation;
      });
      const double inv_std = 1 / std::sqrt(squares / count + desc_.epsilon);
      in.saved_mean.as<P>()[c] = static_cast<P>(mean);
      in.saved_inv_std.as<P>()[c] = static_cast<P>(inv_std);
      move_towards(in.running_mean.as<P>()[c], mean);
      move_towards(in.running_variance.as<P>()[c], squares / (count - 1));
      normalise(in, c, mean, inv_std);
    }
  }

  void forward_inference(const ForwardInference& in) override {
    for (std::int64_t c = 0; c < desc_.x.c(); ++c) {
      const double variance = static_cast<double>(in.running_variance.as<P>()[c]);
      normalise(in, c, static_cast<double>(in.running_mean.as<P>()[c]),
                1 / std::sqrt(variance + desc_.epsilon));
    }
  }

  /// With x' = (x - mean) * inv_std and dy masked by the fused ReLU:
  /// dx = gamma * inv_std * (dy - mean(dy) - x' * mean(dy * x')).
  void backward(const Backward& in) override {
    const View<T> x(in.x), dy(in.dy), dx(in.dx);
    const View<T> dy2(in.dy2 ? in.dy2 : in.dy);
    const View<T> y(desc_.relu ? in.y : in.dy);
    const View<T> dshortcut(desc_.add ? in.dshortcut : in.dx);
    const double count = static_cast<double>(desc_.x.n() * desc_.x.h() * desc_.x.w());
    for (std::int64_t c = 0; c < desc_.x.c(); ++c) {
      const double mean = static_cast<double>(in.saved_mean.as<P>()[c]);
      const double inv_std = static_cast<double>(in.saved_inv_std.as<P>()[c]);
      const auto masked = [&](auto n, auto h, auto w) {
        const bool passes = !desc_.relu || y(n, c, h, w) > 0;
        const auto second = in.dy2 ? static_cast<double>(dy2(n, c, h, w)) : 0.0;
        return passes ? static_cast<double>(dy(n, c, h, w)) + second : 0.0;
      };
      const auto normalised = [&](auto n, auto h, auto w) {
        return (static_cast<double>(x(n, c, h, w)) - mean) * inv_std;
      };
      double dbeta = 0;
      double dgamma = 0;
      for_each_in_channel(desc_.x, [&](auto n, auto h, auto w) {
        dbeta += masked(n, h, w);
        dgamma += masked(n, h, w) * normalised(n, h, w);
      });
      in.dbeta.as<P>()[c] = static_cast<P>(dbeta);
      in.dgamma.as<P>()[c] = static_cast<P>(dgamma);
      const double factor = static_cast<double>(in.gamma.as<P>()[c]) * inv_std;
      for_each_in_channel(desc_.x, [&](auto n, auto h, auto w) {
        const double gradient = masked(n, h, w);
        const double through = gradient - dbeta / count - normalised(n, h, w) * dgamma / count;
        if (desc_.add) dshortcut(n, c, h, w) = static_cast<T>(gradient);
        dx(n, c, h, w) = static_cast<T>(factor * through);
      });
    }
  }

 private:
  void move_towards(P& running, double value) const {
    running = static_cast<P>((1 - desc_.momentum) * static_cast<double>(running) +
                             desc_.momentum * value);
  }

  template <class Forward>
  void normalise(const Forward& in, std::int64_t c, double mean, double inv_std) const {
    const View<T> x(in.x), y(in.y);
    const View<T> shortcut(desc_.add ? in.shortcut : in.y);
    const double gamma = static_cast<double>(in.gamma.template as<P>()[c]);
    const double beta = static_cast<double>(in.beta.template as<P>()[c]);
    for_each_in_channel(desc_.x, [&](auto n, auto h, auto w) {
      double value = gamma * (static_cast<double>(x(n, c, h, w)) - mean) * inv_std + beta;
      if (desc_.add) value += static_cast<double>(shortcut(n, c, h, w));
      if (desc_.relu) value = value < 0 ? 0 : value;
      y(n, c, h, w) = static_cast<T>(value);
    });
  }

  BatchNormDesc desc_;
};

}  // namespace

std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc, DataType type,
                                             LayoutId layout) {
  return make_by_type<NaiveBatchNorm, BatchNormOp>(type, desc, layout);
}

}  // namespace resnet_bench::reference
