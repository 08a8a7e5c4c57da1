#include "backends/cpu/kernels/elementwise.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

/// T: of activations.
template <class T>
class Add final : public AddOp {
 public:
  Add(const ThreadTeam& team, const Shape& x, LayoutId layout)
      : team_(team), layout_(layout), elements_(x.elements()) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return layout_; }

  void forward(const Forward& f) override {
    team_.split_floats(elements_, [&](std::int64_t begin, std::int64_t end) {
      add(end - begin, f.a.as<T>() + begin, f.b.as<T>() + begin, f.sum.as<T>() + begin);
    });
  }

 private:
  const ThreadTeam& team_;
  LayoutId layout_;
  std::int64_t elements_;
};

}  // namespace

std::unique_ptr<AddOp> make_add(const ThreadTeam& team, const Shape& x, DataType type,
                                LayoutId layout) {
  return make_for<AddOp, Add>(type, team, x, layout);
}

}  // namespace resnet_bench::cpu
