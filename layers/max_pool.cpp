#include "layers/max_pool.hpp"

namespace resnet_bench {

MaxPool::MaxPool(std::string name, std::int64_t kernel, std::int64_t stride, std::int64_t pad)
    : Leaf(std::move(name)), desc_{.kernel = kernel, .stride = stride, .pad = pad} {}

std::vector<Attribute> MaxPool::attributes() const {
  return {{"kernel", std::to_string(desc_.kernel)},
          {"stride", std::to_string(desc_.stride)},
          {"pad", std::to_string(desc_.pad)}};
}

std::string MaxPool::signature() const {
  const std::string k = std::to_string(desc_.kernel);
  return "(" + k + "x" + k + ",pad=" + std::to_string(desc_.pad) +
         ",s=" + std::to_string(desc_.stride) + ")";
}

TensorId MaxPool::do_connect(Assembly& assembly, TensorId x) {
  desc_.x = assembly.tensor(x).shape;
  op_ = assembly.backend().make_max_pool(desc_);
  const LayoutId layout = op_->activation_layout();
  x_ = assembly.in_layout(x, layout);
  y_ = assembly.activation(*this, desc_.y(), layout);
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    argmax_ = assembly.saved(*this, "argmax", desc_.y(), DataType::u8, layout);
  }
  declare(Pass::Fwd, {.reads = {{"x", x_}}, .writes = {{"y", y_}, {"argmax", argmax_}}});
  if (dx_ != no_tensor) {
    dy_ = assembly.gradient(y_);
    declare(Pass::Bwd, {.reads = {{"argmax", argmax_}, {"dy", dy_}}, .writes = {{"dx", dx_}}});
  }
  return y_;
}

void MaxPool::do_forward(Execution& run) {
  op_->forward({.x = run[x_], .y = run[y_], .argmax = run[argmax_]});
}

void MaxPool::do_backward(Pass /*pass*/, Execution& run) {
  op_->backward({.argmax = run[argmax_], .dy = run[dy_], .dx = run[dx_]});
}

}  // namespace resnet_bench
