#include "layers/linear.hpp"

#include "resnet_bench/checked.hpp"

namespace resnet_bench {

Linear::Linear(std::string name, std::int64_t out_features)
    : Leaf(std::move(name)), desc_{.out_features = out_features} {}

std::int64_t Linear::flops(Pass /*pass*/) const {
  return checked_multiply(2 * desc_.x.c(), desc_.y().elements());
}

TensorId Linear::do_connect(Assembly& assembly, TensorId x) {
  desc_.x = assembly.tensor(x).shape;
  op_ = assembly.backend().make_linear(desc_);
  x_ = assembly.in_layout(x, op_->activation_layout());
  weight_ = assembly.parameter(ParameterKind::linear_weight, members().front() + "/weight",
                               desc_.weight(), op_->weight_layout(Pass::Fwd));
  bias_ = assembly.parameter(ParameterKind::linear_bias, members().front() + "/bias",
                             {desc_.out_features}, LayoutId::plain, desc_.x.c());
  read_weight_ = op_->reads_parameter()
                     ? weight_.value
                     : assembly.working_weight(weight_, op_->weight_layout(Pass::Fwd));
  y_ = assembly.result(*this, "logits", desc_.y());
  forward_scratch_ = assembly.scratch(*this, Pass::Fwd);
  declare(Pass::Fwd, {.reads = {{"x", x_}, {"weight", read_weight_}, {"bias", bias_.value}},
                      .writes = {{"y", y_}, {"scratch", forward_scratch_}}});
  if (!assembly.training()) return y_;
  dy_ = assembly.gradient(y_);
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    data_scratch_ = assembly.scratch(*this, Pass::BwdData);
    declare(Pass::BwdData, {.reads = {{"dy", dy_}, {"weight", read_weight_}},
                            .writes = {{"dx", dx_}, {"scratch", data_scratch_}}});
  }
  weights_scratch_ = assembly.scratch(*this, Pass::BwdWeights);
  declare(Pass::BwdWeights, {.reads = {{"x", x_}, {"dy", dy_}},
                             .writes = {{"dweight", weight_.gradient},
                                        {"dbias", bias_.gradient},
                                        {"scratch", weights_scratch_}}});
  return y_;
}

void Linear::do_forward(Execution& run) {
  op_->forward({.x = run[x_],
                .weight = run[read_weight_],
                .bias = run[bias_.value],
                .y = run[y_],
                .scratch = run[forward_scratch_]});
}

void Linear::do_backward(Pass pass, Execution& run) {
  if (pass == Pass::BwdData) {
    op_->backward_data({.dy = run[dy_],
                        .weight = run[read_weight_],
                        .dx = run[dx_],
                        .scratch = run[data_scratch_]});
  } else {
    op_->backward_weights({.x = run[x_],
                           .dy = run[dy_],
                           .dweight = run[weight_.gradient],
                           .dbias = run[bias_.gradient],
                           .scratch = run[weights_scratch_]});
  }
}

}  // namespace resnet_bench
