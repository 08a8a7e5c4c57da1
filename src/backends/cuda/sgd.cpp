#include "backends/cuda/kernels/sgd.hpp"

#include "backends/cuda/layouts.hpp"
#include "backends/cuda/ops.hpp"

#include <vector>

namespace resnet_bench::cuda {
namespace {

class Sgd final : public SgdOp {
 public:
  Sgd(const Device& device, const SgdDesc& desc) : device_(device), desc_(desc) {}

  std::string algorithm(Pass) const override { return "grouped"; }
  LayoutId activation_layout() const override { return LayoutId::plain; }

  void update(std::span<const SgdParameter> parameters) override {
    tensors_.clear();  // keeps its memory
    for (const SgdParameter& parameter : parameters) {
      const Tensor& value = parameter.value;
      tensors_.push_back({.value = value.as<float>(),
                          .gradient = parameter.gradient.as<float>(),
                          .momentum = parameter.momentum.as<float>(),
                          .elements = strides_of(value.shape, value.layout).elements()});
    }
    sgd_update(device_.stream(), desc_, 1, tensors_);
  }

 private:
  const Device& device_;
  SgdDesc desc_;
  std::vector<SgdTensor> tensors_;
};

}  // namespace

std::unique_ptr<SgdOp> make_sgd(const Device& device, const SgdDesc& desc) {
  return std::make_unique<Sgd>(device, desc);
}

}  // namespace resnet_bench::cuda
