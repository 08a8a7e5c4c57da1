#include "layers/global_avg_pool.hpp"

namespace resnet_bench {

TensorId GlobalAvgPool::do_connect(Assembly& assembly, TensorId x) {
  const Shape shape = assembly.tensor(x).shape;
  op_ = assembly.backend().make_global_avg_pool(shape);
  x_ = assembly.in_layout(x, op_->input_layout());
  y_ = assembly.activation(*this, {shape.n(), shape.c(), 1, 1}, op_->activation_layout());
  declare(Pass::Fwd, {.reads = {{"x", x_}}, .writes = {{"y", y_}}});
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    dy_ = assembly.gradient(y_);
    declare(Pass::Bwd, {.reads = {{"dy", dy_}}, .writes = {{"dx", dx_}}});
  }
  return y_;
}

void GlobalAvgPool::do_forward(Execution& run) { op_->forward({.x = run[x_], .y = run[y_]}); }

void GlobalAvgPool::do_backward(Pass /*pass*/, Execution& run) {
  op_->backward({.dy = run[dy_], .dx = run[dx_]});
}

}  // namespace resnet_bench
