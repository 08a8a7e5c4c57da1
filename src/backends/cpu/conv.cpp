#include "backends/cpu/conv_chooser.hpp"
#include "backends/cpu/op_factories.hpp"

#include <array>

namespace resnet_bench::cpu {
namespace {

/// Each pass is made when it is first asked about: inference asks for Fwd alone.
class Conv final : public ConvOp {
 public:
  Conv(ConvChooser& chooser, const ConvDesc& desc, LayoutId x, LayoutId y)
      : chooser_(chooser), desc_(desc), x_(x), y_(y) {}

  std::string algorithm(Pass pass) const override { return at(pass).algorithm(); }
  LayoutId input_layout() const override { return x_; }
  LayoutId activation_layout() const override { return y_; }
  LayoutId weight_layout(Pass pass) const override { return at(pass).weight_layout(); }
  std::int64_t scratch_bytes(Pass pass) const override { return at(pass).scratch_bytes(); }

  void forward(const Forward& f) override {
    at(Pass::Fwd).run({.x = f.x,
                       .weight = f.weight,
                       .y = f.y,
                       .bias = f.bias,
                       .shortcut = f.shortcut,
                       .scratch = f.scratch});
  }

  void backward_data(const BackwardData& b) override {
    at(Pass::BwdData).run({.x = b.dx, .weight = b.weight, .y = b.dy, .scratch = b.scratch});
  }

  void backward_weights(const BackwardWeights& b) override {
    at(Pass::BwdWeights).run({.x = b.x, .weight = b.dweight, .y = b.dy, .scratch = b.scratch});
  }

 private:
  ConvPass& at(Pass pass) const {
    auto& made = passes_[static_cast<std::size_t>(pass)];
    if (made == nullptr) made = chooser_.choose(pass, desc_, x_, y_);
    return *made;
  }

  ConvChooser& chooser_;
  ConvDesc desc_;
  LayoutId x_, y_;
  mutable std::array<std::unique_ptr<ConvPass>, pass_count> passes_;
};

}  // namespace

std::unique_ptr<ConvOp> make_conv(ConvChooser& chooser, const ConvDesc& desc, LayoutId x,
                                  LayoutId y) {
  return std::make_unique<Conv>(chooser, desc, x, y);
}

}  // namespace resnet_bench::cpu
