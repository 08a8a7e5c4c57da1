#include "backends/cuda/kernels/activation.hpp"

#include "backends/cuda/layouts.hpp"
#include "backends/cuda/ops.hpp"

namespace resnet_bench::cuda {
namespace {

std::int64_t elements(const Tensor& tensor) {
  return strides_of(tensor.shape, tensor.layout).elements();
}

class Relu final : public ReluOp {
 public:
  Relu(const Device& device, LayoutId layout) : device_(device), layout_(layout) {}

  std::string algorithm(Pass) const override { return "elementwise"; }
  LayoutId activation_layout() const override { return layout_; }
  void forward(const Forward& a) override {
    relu_forward(device_.stream(), a.x.type, elements(a.x), a.x.data, a.y.data);
  }
  void backward(const Backward& a) override {
    relu_backward(device_.stream(), a.y.type, elements(a.y), a.y.data, a.dy.data, a.dx.data);
  }

 private:
  const Device& device_;
  LayoutId layout_;
};

class Add final : public AddOp {
 public:
  Add(const Device& device, LayoutId layout) : device_(device), layout_(layout) {}

  std::string algorithm(Pass) const override { return "elementwise"; }
  LayoutId activation_layout() const override { return layout_; }
  void forward(const Forward& a) override {
    add(device_.stream(), a.sum.type, elements(a.sum), a.a.data, a.b.data, a.sum.data);
  }

 private:
  const Device& device_;
  LayoutId layout_;
};

}  // namespace

std::unique_ptr<ReluOp> make_relu(const Device& device, LayoutId layout) {
  return std::make_unique<Relu>(device, layout);
}

std::unique_ptr<AddOp> make_add(const Device& device, LayoutId layout) {
  return std::make_unique<Add>(device, layout);
}

}  // namespace resnet_bench::cuda
