#include "backends/cpu/conv_backward_data.hpp"
#include "backends/cpu/conv_backward_weights.hpp"
#include "backends/cpu/conv_forward.hpp"
#include "backends/cpu/conv_winograd.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

#include <optional>

namespace resnet_bench::cpu {
namespace {

class Conv final : public ConvOp {
 public:
  Conv(const ThreadTeam& team, const ConvDesc& desc, CpuConv algorithm)
      : relu_(desc.relu),
        forward_(ConvGeometry::of(desc), team),
        backward_data_(ConvGeometry::of(desc), team),
        backward_weights_(ConvGeometry::of(desc), team) {
    const ConvGeometry geometry = ConvGeometry::of(desc);
    if (algorithm == CpuConv::openblas_winograd && ConvWinograd::suits(geometry)) {
      using enum ConvWinograd::Direction;
      winograd_forward_.emplace(geometry, forward, team);
      winograd_backward_data_.emplace(geometry, backward_data, team);
    }
  }

  std::string algorithm(Pass pass) const override {
    return winograd_forward_ && pass != Pass::BwdWeights ? "openblas-winograd" : "openblas";
  }
  LayoutId activation_layout() const override { return nhwc; }
  LayoutId weight_layout() const override { return hwio; }

  std::int64_t scratch_bytes(Pass pass) const override {
    return static_cast<std::int64_t>(sizeof(float)) * scratch_floats(pass);
  }

  void forward(const Forward& f) override {
    const ConvEpilogue epilogue{f.bias.as<float>(), f.shortcut.as<float>(), relu_};
    const auto run = [&](const auto& algorithm) {
      algorithm.run(f.x.as<float>(), f.weight.as<float>(), epilogue, f.y.as<float>(),
                    f.scratch.as<float>());
    };
    winograd_forward_ ? run(*winograd_forward_) : run(forward_);
  }

  void backward_data(const BackwardData& b) override {
    if (winograd_backward_data_) {
      winograd_backward_data_->run(b.dy.as<float>(), b.weight.as<float>(), {}, b.dx.as<float>(),
                                   b.scratch.as<float>());
    } else {
      backward_data_.run(b.dy.as<float>(), b.weight.as<float>(), b.dx.as<float>(),
                         b.scratch.as<float>());
    }
  }

  void backward_weights(const BackwardWeights& b) override {
    backward_weights_.run(b.x.as<float>(), b.dy.as<float>(), b.dweight.as<float>(),
                          b.scratch.as<float>());
  }

 private:
  std::int64_t scratch_floats(Pass pass) const {
    switch (pass) {
      case Pass::Fwd:
        return winograd_forward_ ? winograd_forward_->scratch_floats() : forward_.scratch_floats();
      case Pass::BwdData:
        return winograd_backward_data_ ? winograd_backward_data_->scratch_floats()
                                       : backward_data_.scratch_floats();
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
  std::optional<ConvWinograd> winograd_forward_, winograd_backward_data_;
};

}  // namespace

std::unique_ptr<ConvOp> make_conv(const ThreadTeam& team, const ConvDesc& desc, CpuConv algorithm) {
  return std::make_unique<Conv>(team, desc, algorithm);
}

}  // namespace resnet_bench::cpu
