#include "alone/lone_conv.hpp"

#include "layers/reorder.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

bool holds(std::span<const Pass> passes, Pass pass) {
  return std::find(passes.begin(), passes.end(), pass) != passes.end();
}

bool has_backward(std::span<const Pass> passes) {
  return holds(passes, Pass::BwdData) || holds(passes, Pass::BwdWeights);
}

}  // namespace

LoneConv::LoneConv(Backend& backend, const ConvProblem& problem, std::span<const Pass> passes)
    : assembly_(backend, has_backward(passes)) {
  const ConvDesc& d = problem.desc;
  conv_ = std::make_unique<Conv>(problem.name.empty() ? to_string(problem) : problem.name,
                                 d.out_channels, d.kernel, d.stride, d.pad);
  conv_->assign_paths("");
  assembly_.set_reorder_factory([](LayoutId to) -> std::unique_ptr<Leaf> {
    return std::make_unique<Reorder>("reorder", to);
  });
  // What another layer made has a gradient to be computed, what the network is given has none.
  const TensorId x = holds(passes, Pass::BwdData)
                         ? assembly_.activation(*conv_, d.x, backend.input_layout())
                         : assembly_.input("input", d.x);
  conv_->connect(assembly_, x);
  reorders_ = assembly_.take_reorders();
}

}  // namespace resnet_bench
