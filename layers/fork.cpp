#include "layers/fork.hpp"

#include <stdexcept>

namespace resnet_bench {

TensorId Fork::do_connect(Assembly& assembly, TensorId x) {
  if (assembly.tensor(x).role == TensorRole::input) {
    // Its views would stay with the first batch when the next is bound.
    throw std::logic_error(path() + ": the network's input cannot be forked");
  }
  op_ = assembly.backend().make_add(assembly.tensor(x).shape);
  to_f_ = assembly.view(*this, "to_f", x);
  to_g_ = assembly.view(*this, "to_g", x);
  df_ = assembly.gradient(to_f_);
  dg_ = assembly.gradient(to_g_);
  declare(Pass::Fwd, {});
  if (df_ == no_tensor || assembly.give_gradients(x, df_, dg_)) return x;
  dx_ = assembly.gradient(x);
  if (dx_ != no_tensor) {
    declare(Pass::Bwd, {.reads = {{"a", df_}, {"b", dg_}},
                        .writes = {{"sum", dx_}},
                        .may_share = {{dx_, df_}, {dx_, dg_}}});
  }
  return x;
}

void Fork::do_forward(Execution& /*run*/) {}

void Fork::do_backward(Pass /*pass*/, Execution& run) {
  op_->forward({.a = run[df_], .b = run[dg_], .sum = run[dx_]});
}

}  // namespace resnet_bench
