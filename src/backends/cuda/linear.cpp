#include "resnet_bench/checked.hpp"

#include "backends/cuda/kernels/cast.hpp"
#include "backends/cuda/kernels/column_sum.hpp"
#include "backends/cuda/matmul.hpp"
#include "backends/cuda/ops.hpp"

#include <array>
#include <optional>

namespace resnet_bench::cuda {
namespace {

class Linear final : public LinearOp {
 public:
  Linear(const Device& device, const LinearDesc& desc, Precision precision, LayoutId layout)
      : device_(device), desc_(desc), precision_(precision), layout_(layout) {}

  std::string algorithm(Pass) const override { return "cublaslt"; }
  std::int64_t scratch_bytes(Pass pass) const override {
    const std::int64_t workspace = product(pass).workspace_bytes();
    return pass == Pass::Fwd ? workspace : checked_add(narrow_gradient_bytes(), workspace);
  }
  LayoutId activation_layout() const override { return layout_; }  // one pixel: all are the same

  void forward(const Forward& a) override {
    product(Pass::Fwd).run(a.x.data, a.weight.data, a.bias.data, a.y.data, a.scratch.data);
  }
  void backward_data(const BackwardData& a) override {
    product(Pass::BwdData)
        .run(narrow_gradient(a.dy, a.scratch), a.weight.data, nullptr, a.dx.data,
             behind_gradient(a.scratch));
  }
  void backward_weights(const BackwardWeights& a) override {
    product(Pass::BwdWeights)
        .run(narrow_gradient(a.dy, a.scratch), a.x.data, nullptr, a.dweight.data,
             behind_gradient(a.scratch));
    column_sum(device_.stream(), a.dy.type, desc_.x.n(), desc_.out_features, a.dy.data,
               a.dbias.as<float>());
  }

 private:
  NumberTypes types() const { return types_of(precision_); }

  /// Of dy in the type of x and the weights, with which it is multiplied; at the start of the
  /// scratch. 0 where the types are the same.
  std::int64_t narrow_gradient_bytes() const {
    constexpr std::int64_t alignment = 64;
    if (!types().mixed()) return 0;
    return align_up(desc_.y().elements() * byte_size(types().activation), alignment);
  }

  const void* narrow_gradient(const Tensor& dy, const Tensor& scratch) const {
    if (!types().mixed()) return dy.data;
    cast(device_.stream(), dy.type, types().activation, dy.shape.elements(), dy.data, scratch.data);
    return scratch.data;
  }

  void* behind_gradient(const Tensor& scratch) const {
    return scratch.as<std::byte>() + narrow_gradient_bytes();
  }

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
    MatmulDesc product{.operands = types().activation,
                       .result = types().parameter,
                       .tf32 = precision_ == Precision::tf32};
    switch (pass) {
      case Pass::Fwd:
        product.rows = images, product.columns = out, product.inner = in;
        product.b_transposed = product.bias = true;
        break;
      case Pass::BwdData:
        product.rows = images, product.columns = in, product.inner = out;
        product.result = types().activation;
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
                                      Precision precision, LayoutId layout) {
  return std::make_unique<Linear>(device, desc, precision, layout);
}

}  // namespace resnet_bench::cuda
