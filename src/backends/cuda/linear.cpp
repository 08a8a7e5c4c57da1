#include "backends/cuda/kernels/column_sum.hpp"
#include "backends/cuda/matmul.hpp"
#include "backends/cuda/ops.hpp"

#include <array>
#include <optional>

namespace resnet_bench::cuda {
namespace {

class Linear final : public LinearOp {
 public:
  Linear(const Device& device, const LinearDesc& desc, const Precision& precision, LayoutId layout)
      : device_(device), desc_(desc), precision_(precision), layout_(layout) {}

  std::string algorithm(Pass) const override { return "cublaslt"; }
  std::int64_t scratch_bytes(Pass pass) const override { return product(pass).workspace_bytes(); }
  LayoutId activation_layout() const override { return layout_; }  // one pixel: all are the same

  void forward(const Forward& a) override {
    product(Pass::Fwd).run(a.x.data, a.weight.data, a.bias.data, a.y.data, a.scratch.data);
  }
  void backward_data(const BackwardData& a) override {
    product(Pass::BwdData).run(a.dy.data, a.weight.data, nullptr, a.dx.data, a.scratch.data);
  }
  void backward_weights(const BackwardWeights& a) override {
    product(Pass::BwdWeights).run(a.dy.data, a.x.data, nullptr, a.dweight.data, a.scratch.data);
    column_sum(device_.stream(), a.dy.type, desc_.x.n(), desc_.out_features, a.dy.data,
               a.dbias.as<float>());
  }

 private:
  /// Made when it is first asked about.
  Matmul& product(Pass pass) const {
    std::optional<Matmul>& product = products_[static_cast<std::size_t>(pass)];
    if (!product) product.emplace(device_, matmul(pass));
    return *product;
  }

  MatmulDesc matmul(Pass pass) const {
    const std::int64_t images = desc_.x.n();
    const std::int64_t in = desc_.x.c();
    const std::int64_t out = desc_.out_features;
    MatmulDesc product{.operands = precision_.activations, .tf32 = precision_.tf32};
    switch (pass) {
      case Pass::Fwd:
        product.rows = images, product.columns = out, product.inner = in;
        product.b_transposed = product.bias = true;
        break;
      case Pass::BwdData:
        product.rows = images, product.columns = in, product.inner = out;
        break;
      default:
        product.rows = out, product.columns = in, product.inner = images;
        product.a_transposed = true;
    }
    return product;
  }

  const Device& device_;
  LinearDesc desc_;
  Precision precision_;
  LayoutId layout_;
  mutable std::array<std::optional<Matmul>, pass_count> products_;
};

}  // namespace

std::unique_ptr<LinearOp> make_linear(const Device& device, const LinearDesc& desc,
                                      const Precision& precision, LayoutId layout) {
  return std::make_unique<Linear>(device, desc, precision, layout);
}

}  // namespace resnet_bench::cuda
