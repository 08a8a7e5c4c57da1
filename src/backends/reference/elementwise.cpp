#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

namespace resnet_bench::reference {
namespace {

template <class T>
class NaiveRelu : public ReferenceOp<ReluOp> {
 public:
  using ReferenceOp::ReferenceOp;

  void forward(const Forward& in) override {
    const std::int64_t count = in.x.shape.elements();
    for (std::int64_t i = 0; i < count; ++i) {
      const T x = in.x.as<T>()[i];
      in.y.as<T>()[i] = x < 0 ? T{} : x;  // NaN stays NaN
    }
  }
  void backward(const Backward& in) override {
    const std::int64_t count = in.y.shape.elements();
    for (std::int64_t i = 0; i < count; ++i) {
      in.dx.as<T>()[i] = in.y.as<T>()[i] > 0 ? in.dy.as<T>()[i] : T{};
    }
  }
};

template <class T>
class NaiveAdd : public ReferenceOp<AddOp> {
 public:
  using ReferenceOp::ReferenceOp;

  void forward(const Forward& in) override {
    const std::int64_t count = in.a.shape.elements();
    for (std::int64_t i = 0; i < count; ++i) {
      in.sum.as<T>()[i] = static_cast<T>(in.a.as<T>()[i] + in.b.as<T>()[i]);
    }
  }
};

template <class T>
class NaiveReorder : public ReferenceOp<ReorderOp> {
 public:
  using ReferenceOp::ReferenceOp;

  void forward(const Forward& in) override {
    const View<T> x(in.x), y(in.y);
    y.for_each([&](auto n, auto c, auto h, auto w) { y(n, c, h, w) = x(n, c, h, w); });
  }
};

}  // namespace

std::unique_ptr<ReluOp> make_relu(DataType type, LayoutId layout) {
  return make_by_type<NaiveRelu, ReluOp>(type, layout);
}

std::unique_ptr<AddOp> make_add(DataType type, LayoutId layout) {
  return make_by_type<NaiveAdd, AddOp>(type, layout);
}

std::unique_ptr<ReorderOp> make_reorder(DataType type, LayoutId to) {
  return make_by_type<NaiveReorder, ReorderOp>(type, to);
}

}  // namespace resnet_bench::reference
