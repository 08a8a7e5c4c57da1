#include "backends/cpu/conv_openblas.hpp"

#include "backends/cpu/conv_backward_data.hpp"
#include "backends/cpu/conv_backward_weights.hpp"
#include "backends/cpu/conv_forward.hpp"
#include "backends/cpu/conv_winograd.hpp"
#include "backends/cpu/layouts.hpp"

#include <utility>

namespace resnet_bench::cpu {
namespace {

/// The classes that compute, as passes: each says which operands it takes.
template <class Algorithm, class Run>
class OpenBlasPass final : public ConvPass {
 public:
  OpenBlasPass(const char* name, Algorithm algorithm, Run run)
      : name_(name), algorithm_(std::move(algorithm)), run_(std::move(run)) {}

  std::string algorithm() const override { return name_; }
  LayoutId weight_layout() const override { return hwio; }
  std::int64_t scratch_bytes() const override {
    return static_cast<std::int64_t>(sizeof(float)) * algorithm_.scratch_floats();
  }
  void run(const ConvOperands& operands) override { run_(algorithm_, operands); }

 private:
  const char* name_;
  Algorithm algorithm_;
  Run run_;
};

template <class Algorithm, class Run>
std::unique_ptr<ConvPass> make(const char* name, Algorithm algorithm, Run run) {
  return std::make_unique<OpenBlasPass<Algorithm, Run>>(name, std::move(algorithm), std::move(run));
}

auto run_forward(bool relu) {
  return [relu](const auto& algorithm, const ConvOperands& o) {
    algorithm.run(o.x.as<float>(), o.weight.as<float>(),
                  ConvEpilogue{o.bias.as<float>(), o.shortcut.as<float>(), relu}, o.y.as<float>(),
                  o.scratch.as<float>());
  };
}

}  // namespace

std::unique_ptr<ConvPass> make_openblas_pass(const ThreadTeam& team, Pass pass,
                                             const ConvDesc& desc) {
  const ConvGeometry geometry = ConvGeometry::of(desc);
  switch (pass) {
    case Pass::Fwd:
      return make("openblas", ConvForward(geometry, team), run_forward(desc.relu));
    case Pass::BwdData:
      return make("openblas", ConvBackwardData(geometry, team),
                  [](const ConvBackwardData& algorithm, const ConvOperands& o) {
                    algorithm.run(o.y.as<float>(), o.weight.as<float>(), o.x.as<float>(),
                                  o.scratch.as<float>());
                  });
    case Pass::BwdWeights:
      return make("openblas", ConvBackwardWeights(geometry, team),
                  [](const ConvBackwardWeights& algorithm, const ConvOperands& o) {
                    algorithm.run(o.x.as<float>(), o.y.as<float>(), o.weight.as<float>(),
                                  o.scratch.as<float>());
                  });
    default:
      return nullptr;
  }
}

std::unique_ptr<ConvPass> make_openblas_winograd_pass(const ThreadTeam& team, Pass pass,
                                                      const ConvDesc& desc) {
  using enum ConvWinograd::Direction;
  const ConvGeometry geometry = ConvGeometry::of(desc);
  if (!ConvWinograd::suits(geometry)) return nullptr;
  constexpr auto name = "openblas-winograd";
  if (pass == Pass::Fwd) {
    return make(name, ConvWinograd(geometry, forward, team), run_forward(desc.relu));
  }
  if (pass != Pass::BwdData) return nullptr;
  return make(name, ConvWinograd(geometry, backward_data, team),
              [](const ConvWinograd& algorithm, const ConvOperands& o) {
                algorithm.run(o.y.as<float>(), o.weight.as<float>(), {}, o.x.as<float>(),
                              o.scratch.as<float>());
              });
}

}  // namespace resnet_bench::cpu
