#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace resnet_bench::reference {
namespace {

template <class T>
class NaiveMaxPool : public ReferenceOp<MaxPoolOp> {
 public:
  NaiveMaxPool(const MaxPoolDesc& desc, LayoutId layout) : ReferenceOp(layout), desc_(desc) {}

  void forward(const Forward& in) override {
    const View<T> x(in.x), y(in.y);
    y.for_each([&](auto n, auto c, auto p, auto q) {
      double best = -std::numeric_limits<double>::infinity();
      std::int64_t where = 0;
      bool first = true;
      for (std::int64_t tap = 0; tap < desc_.kernel * desc_.kernel; ++tap) {
        const std::int64_t h = p * desc_.stride + tap / desc_.kernel - desc_.pad;
        const std::int64_t w = q * desc_.stride + tap % desc_.kernel - desc_.pad;
        if (!x.contains(h, w)) continue;
        const double value = static_cast<double>(x(n, c, h, w));
        if (first || value > best || std::isnan(value)) {
          best = value;
          where = tap;
          first = false;
        }
      }
      y(n, c, p, q) = static_cast<T>(best);
      if (in.argmax) View<std::uint8_t>(in.argmax)(n, c, p, q) = static_cast<std::uint8_t>(where);
    });
  }

  void backward(const Backward& in) override {
    const View<T> dy(in.dy), dx(in.dx);
    const View<std::uint8_t> argmax(in.argmax);
    std::vector<double> sums(static_cast<std::size_t>(dx.shape().elements()));
    const auto sum = [&](auto n, auto c, auto h, auto w) -> double& {
      const Shape& shape = dx.shape();
      const std::int64_t row = (n * shape.c() + c) * shape.h() + h;
      return sums[static_cast<std::size_t>(row * shape.w() + w)];
    };
    dy.for_each([&](auto n, auto c, auto p, auto q) {
      const std::int64_t tap = argmax(n, c, p, q);
      const std::int64_t h = p * desc_.stride + tap / desc_.kernel - desc_.pad;
      const std::int64_t w = q * desc_.stride + tap % desc_.kernel - desc_.pad;
      sum(n, c, h, w) += static_cast<double>(dy(n, c, p, q));
    });
    dx.for_each(
        [&](auto n, auto c, auto h, auto w) { dx(n, c, h, w) = static_cast<T>(sum(n, c, h, w)); });
  }

 private:
  MaxPoolDesc desc_;
};

template <class T>
class NaiveGlobalAvgPool : public ReferenceOp<GlobalAvgPoolOp> {
 public:
  using ReferenceOp::ReferenceOp;

  void forward(const Forward& in) override {
    const View<T> x(in.x), y(in.y);
    y.for_each([&](auto n, auto c, auto, auto) {
      double sum = 0;
      for (std::int64_t h = 0; h < x.shape().h(); ++h) {
        for (std::int64_t w = 0; w < x.shape().w(); ++w) {
          sum += static_cast<double>(x(n, c, h, w));
        }
      }
      y(n, c, 0, 0) = static_cast<T>(sum / static_cast<double>(x.shape().h() * x.shape().w()));
    });
  }

  void backward(const Backward& in) override {
    const View<T> dy(in.dy), dx(in.dx);
    const double area = static_cast<double>(dx.shape().h() * dx.shape().w());
    dx.for_each([&](auto n, auto c, auto h, auto w) {
      dx(n, c, h, w) = static_cast<T>(static_cast<double>(dy(n, c, 0, 0)) / area);
    });
  }
};

}  // namespace

std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc, DataType type, LayoutId layout) {
  return make_by_type<NaiveMaxPool, MaxPoolOp>(type, desc, layout);
}

std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(DataType type, LayoutId layout) {
  return make_by_type<NaiveGlobalAvgPool, GlobalAvgPoolOp>(type, layout);
}

}  // namespace resnet_bench::reference
