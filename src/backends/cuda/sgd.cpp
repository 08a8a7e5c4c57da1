#include "backends/cuda/kernels/sgd.hpp"

#include "backends/cuda/layouts.hpp"
#include "backends/cuda/ops.hpp"

#include <stdexcept>
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
    DataType copies = DataType::f32;
    for (const SgdParameter& parameter : parameters) {
      const Tensor& value = parameter.value;
      tensors_.push_back({.value = value.as<float>(),
                          .gradient = parameter.gradient.as<float>(),
                          .momentum = parameter.momentum.as<float>(),
                          .copy = copy_of(parameter).data,
                          .elements = strides_of(value.shape, value.layout).elements()});
      if (tensors_.back().copy != nullptr) copies = copy_of(parameter).type;
    }
    sgd_update(device_.stream(), desc_, copies, tensors_);
  }

 private:
  /// All passes of this backend read a weight in one type and layout, the value's.
  static Tensor copy_of(const SgdParameter& parameter) {
    if (parameter.copies.empty()) return {};
    const Tensor& copy = parameter.copies.front();
    if (parameter.copies.size() > 1 || copy.layout != parameter.value.layout) {
      throw std::logic_error("cuda backend: one working copy of a parameter, in its layout");
    }
    return copy;
  }

  const Device& device_;
  SgdDesc desc_;
  std::vector<SgdTensor> tensors_;
};

}  // namespace

std::unique_ptr<SgdOp> make_sgd(const Device& device, const SgdDesc& desc) {
  return std::make_unique<Sgd>(device, desc);
}

}  // namespace resnet_bench::cuda
