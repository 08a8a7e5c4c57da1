#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

namespace resnet_bench::reference {
namespace {

template <class T>
class NaiveConv : public ReferenceOp<ConvOp> {
 public:
  NaiveConv(const ConvDesc& desc, LayoutId layout) : ReferenceOp(layout), desc_(desc) {}

  void forward(const Forward& in) override {
    const View<T> x(in.x), weight(in.weight), y(in.y);
    const View<T> shortcut(desc_.add ? in.shortcut : in.y);
    y.for_each([&](auto n, auto o, auto p, auto q) {
      double sum = 0;
      for_each_tap(x, p, q, [&](auto i, auto r, auto s, auto h, auto w) {
        sum += static_cast<double>(x(n, i, h, w)) * static_cast<double>(weight(o, i, r, s));
      });
      if (desc_.bias) sum += static_cast<double>(in.bias.as<Parameter<T>>()[o]);
      if (desc_.add) sum += static_cast<double>(shortcut(n, o, p, q));
      if (desc_.relu) sum = sum < 0 ? 0 : sum;
      y(n, o, p, q) = static_cast<T>(sum);
    });
  }

  /// The definition turned round: dx gathers from every output whose window holds it.
  void backward_data(const BackwardData& in) override {
    const View<T> dy(in.dy), weight(in.weight), dx(in.dx);
    dx.for_each([&](auto n, auto i, auto h, auto w) {
      double sum = 0;
      for (std::int64_t r = 0; r < desc_.kernel; ++r) {
        for (std::int64_t s = 0; s < desc_.kernel; ++s) {
          const std::int64_t p = h + desc_.pad - r;
          const std::int64_t q = w + desc_.pad - s;
          if (p % desc_.stride != 0 || q % desc_.stride != 0) continue;
          if (!dy.contains(p / desc_.stride, q / desc_.stride)) continue;
          for (std::int64_t o = 0; o < desc_.out_channels; ++o) {
            sum += static_cast<double>(dy(n, o, p / desc_.stride, q / desc_.stride)) *
                   static_cast<double>(weight(o, i, r, s));
          }
        }
      }
      dx(n, i, h, w) = static_cast<T>(sum);
    });
  }

  void backward_weights(const BackwardWeights& in) override {
    const View<T> x(in.x), dy(in.dy);
    const View<Parameter<T>> dweight(in.dweight);
    dweight.for_each([&](auto o, auto i, auto r, auto s) {
      double sum = 0;
      for (std::int64_t n = 0; n < dy.shape().n(); ++n) {
        for (std::int64_t p = 0; p < dy.shape().h(); ++p) {
          for (std::int64_t q = 0; q < dy.shape().w(); ++q) {
            const std::int64_t h = p * desc_.stride + r - desc_.pad;
            const std::int64_t w = q * desc_.stride + s - desc_.pad;
            if (!x.contains(h, w)) continue;
            sum += static_cast<double>(x(n, i, h, w)) * static_cast<double>(dy(n, o, p, q));
          }
        }
      }
      dweight(o, i, r, s) = static_cast<Parameter<T>>(sum);
    });
  }

 private:
  /// Calls visit(i, r, s, h, w) for the taps of output (p, q) that do not fall on padding.
  template <class Visit>
  void for_each_tap(const View<T>& x, std::int64_t p, std::int64_t q, Visit visit) const {
    for (std::int64_t i = 0; i < x.shape().c(); ++i) {
      for (std::int64_t r = 0; r < desc_.kernel; ++r) {
        for (std::int64_t s = 0; s < desc_.kernel; ++s) {
          const std::int64_t h = p * desc_.stride + r - desc_.pad;
          const std::int64_t w = q * desc_.stride + s - desc_.pad;
          if (x.contains(h, w)) visit(i, r, s, h, w);
        }
      }
    }
  }

  ConvDesc desc_;
};

}  // namespace

std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc, DataType type, LayoutId layout) {
  return make_by_type<NaiveConv, ConvOp>(type, desc, layout);
}

}  // namespace resnet_bench::reference
