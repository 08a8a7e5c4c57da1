#include "layers/relu.hpp"

namespace resnet_bench {

TensorId Relu::do_connect(Assembly& assembly, TensorId x) {
  op_ = assembly.backend().make_relu(assembly.tensor(x).shape);
  x_ = assembly.in_layout(x, op_->activation_layout());
  y_ = assembly.activation(*this, assembly.tensor(x_).shape, op_->activation_layout());
  declare(Pass::Fwd, {.reads = {{"x", x_}}, .writes = {{"y", y_}}, .may_share = {{y_, x_}}});
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    dy_ = assembly.gradient(y_);
    declare(
        Pass::Bwd,
        {.reads = {{"y", y_}, {"dy", dy_}}, .writes = {{"dx", dx_}}, .may_share = {{dx_, dy_}}});
  }
  return y_;
}

void Relu::do_forward(Execution& run) { op_->forward({.x = run[x_], .y = run[y_]}); }

void Relu::do_backward(Pass /*pass*/, Execution& run) {
  op_->backward({.y = run[y_], .dy = run[dy_], .dx = run[dx_]});
}

}  // namespace resnet_bench
