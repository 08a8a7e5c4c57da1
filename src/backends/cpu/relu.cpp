#include "backends/cpu/kernels/elementwise.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

/// T: of activations.
template <class T>
class Relu final : public ReluOp {
 public:
  Relu(const ThreadTeam& team, const Shape& x, LayoutId layout)
      : team_(team), layout_(layout), elements_(x.elements()) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return layout_; }

  void forward(const Forward& f) override {
    team_.split_floats(elements_, [&](std::int64_t begin, std::int64_t end) {
      relu(end - begin, f.x.as<T>() + begin, f.y.as<T>() + begin);
    });
  }

  void backward(const Backward& b) override {
    team_.split_floats(elements_, [&](std::int64_t begin, std::int64_t end) {
      relu_backward(end - begin, b.y.as<T>() + begin, b.dy.as<T>() + begin, b.dx.as<T>() + begin);
    });
  }

 private:
  const ThreadTeam& team_;
  LayoutId layout_;
  std::int64_t elements_;
};

}  // namespace

std::unique_ptr<ReluOp> make_relu(const ThreadTeam& team, const Shape& x, DataType type,
                                  LayoutId layout) {
  return make_for<ReluOp, Relu>(type, team, x, layout);
}

}  // namespace resnet_bench::cpu
