#include "backends/cpu/kernels/elementwise.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

class Add final : public AddOp {
 public:
  Add(const ThreadTeam& team, const Shape& x, LayoutId layout)
      : team_(team), layout_(layout), elements_(x.elements()) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return layout_; }

  void forward(const Forward& f) override {
    team_.split_floats(elements_, [&](std::int64_t begin, std::int64_t end) {
      add(end - begin, f.a.as<float>() + begin, f.b.as<float>() + begin, f.sum.as<float>() + begin);
    });
  }

 private:
  const ThreadTeam& team_;
  LayoutId layout_;
  std::int64_t elements_;
};

}  // namespace

std::unique_ptr<AddOp> make_add(const ThreadTeam& team, const Shape& x, LayoutId layout) {
  return std::make_unique<Add>(team, x, layout);
}

}  // namespace resnet_bench::cpu
