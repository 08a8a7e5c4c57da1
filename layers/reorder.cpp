#include "layers/reorder.hpp"

namespace resnet_bench {

Reorder::Reorder(std::string name, LayoutId to) : Leaf(std::move(name)), to_(to) {}

TensorId Reorder::do_connect(Assembly& assembly, TensorId x) {
  x_ = x;
  const Shape shape = assembly.tensor(x).shape;
  const LayoutId from = assembly.tensor(x).layout;
  Backend& backend = assembly.backend();
  from_name_ = backend.layout_name(from);
  to_name_ = backend.layout_name(to_);
  forward_op_ = backend.make_reorder(shape, from, to_);
  y_ = assembly.activation(*this, shape, to_);
  declare(Pass::Fwd, {.reads = {{"x", x_}}, .writes = {{"y", y_}}});
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    dy_ = assembly.gradient(y_);
    backward_op_ = backend.make_reorder(shape, to_, from);
    declare(Pass::Bwd, {.reads = {{"dy", dy_}}, .writes = {{"dx", dx_}}});
  }
  return y_;
}

void Reorder::do_forward(Execution& run) { forward_op_->forward({.x = run[x_], .y = run[y_]}); }

void Reorder::do_backward(Pass /*pass*/, Execution& run) {
  backward_op_->forward({.x = run[dy_], .y = run[dx_]});
}

}  // namespace resnet_bench
