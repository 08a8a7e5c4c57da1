#include "backends/cpu/conv_backward_data.hpp"
#include "backends/cpu/conv_backward_weights.hpp"
#include "backends/cpu/conv_forward.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

class Conv final : public ConvOp {
 public:
  Conv(const ThreadTeam& team, const ConvDesc& desc)
      : relu_(desc.relu),
        forward_(ConvGeometry::of(desc), team),
        backward_data_(ConvGeometry::of(desc), team),
        backward_weights_(ConvGeometry::of(desc), team) {}

  std::string algorithm(Pass) const override { return "openblas"; }
  LayoutId activation_layout() const override { return nhwc; }
  LayoutId weight_layout() const override { return hwio; }

  std::int64_t scratch_bytes(Pass pass) const override {
    return static_cast<std::int64_t>(sizeof(float)) * scratch_floats(pass);
  }

  void forward(const Forward& f) override {
    const ConvEpilogue epilogue{f.bias.as<float>(), f.shortcut.as<float>(), relu_};
    forward_.run(f.x.as<float>(), f.weight.as<float>(), epilogue, f.y.as<float>(),
                 f.scratch.as<float>());
  }

  void backward_data(const BackwardData& b) override {
    backward_data_.run(b.dy.as<float>(), b.weight.as<float>(), b.dx.as<float>(),
                       b.scratch.as<float>());
  }

  void backward_weights(const BackwardWeights& b) override {
    backward_weights_.run(b.x.as<float>(), b.dy.as<float>(), b.dweight.as<float>(),
                          b.scratch.as<float>());
  }

 private:
  std::int64_t scratch_floats(Pass pass) const {
    switch (pass) {
      case Pass::Fwd:
        return forward_.scratch_floats();
      case Pass::BwdData:
        return backward_data_.scratch_floats();
      case Pass::BwdWeights:
        return backward_weights_.scratch_floats();
      default:
        return 0;
    }
  }

  bool relu_;
  ConvForward forward_;
  ConvBackwardData backward_data_;
  ConvBackwardWeights backward_weights_;
};

}  // namespace

std::unique_ptr<ConvOp> make_conv(const ThreadTeam& team, const ConvDesc& desc) {
  return std::make_unique<Conv>(team, desc);
}

}  // namespace resnet_bench::cpu
