#include "layers/add.hpp"

namespace resnet_bench {

TensorId Add::do_connect(Assembly& assembly, TensorId x) {
  op_ = assembly.backend().make_add(assembly.tensor(x).shape);
  const LayoutId layout = op_->activation_layout();
  a_ = assembly.in_layout(x, layout);
  b_ = assembly.in_layout(shortcut(), layout);
  sum_ = assembly.activation(*this, assembly.tensor(a_).shape, layout);
  declare(Pass::Fwd, {.reads = {{"a", a_}, {"b", b_}},
                      .writes = {{"sum", sum_}},
                      .may_share = {{sum_, a_}, {sum_, b_}}});
  if (const TensorId dsum = assembly.gradient(sum_); dsum != no_tensor) {
    assembly.share_gradient(assembly.gradient(a_), dsum);
    assembly.share_gradient(assembly.gradient(b_), dsum);
    declare(Pass::Bwd, {});
  }
  return sum_;
}

void Add::do_forward(Execution& run) {
  op_->forward({.a = run[a_], .b = run[b_], .sum = run[sum_]});
}

void Add::do_backward(Pass /*pass*/, Execution& /*run*/) {}

}  // namespace resnet_bench
