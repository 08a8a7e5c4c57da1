#include "backends/cpu/convert_split.hpp"
#include "backends/cpu/kernels/conv_epilogue.hpp"
#include "backends/cpu/kernels/gemm.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

#include <type_traits>

namespace resnet_bench::cpu {
namespace {

/// The batch is small against the features, so threads share columns of each product (rows of
/// dweight), and nothing is summed across them. Products are in f32 whatever T, the type of
/// activations, is: x is small, and the weights are read as the parameters are.
template <class T>
class Linear final : public LinearOp {
 public:
  Linear(const ThreadTeam& team, const LinearDesc& desc)
      : team_(team), batch_(desc.x.n()), in_(desc.x.c()), out_(desc.out_features) {}

  std::string algorithm(Pass) const override { return "openblas"; }
  bool reads_parameter() const override { return true; }
  /// x is (N, I, 1, 1), which NHWC keeps as the matrix N x I.
  LayoutId activation_layout() const override { return nhwc; }
  std::int64_t scratch_bytes(Pass) const override {
    return is_f32 ? 0 : batch_ * in_ * static_cast<std::int64_t>(sizeof(float));
  }

  void forward(const Forward& f) override {
    const float* x = as_floats(f.x, f.scratch);
    team_.split_floats(out_, [&](std::int64_t begin, std::int64_t end) {
      float* y = f.y.as<float>() + begin;
      gemm(batch_, end - begin, in_, {x, in_},
           {f.weight.as<float>() + begin * in_, in_, Transpose::yes}, false, y, out_);
      conv_epilogue({.bias = f.bias.as<float>() + begin}, batch_, end - begin, out_, y);
    });
  }

  void backward_data(const BackwardData& b) override {
    float* dx = is_f32 ? b.dx.as<float>() : b.scratch.as<float>();
    team_.split_floats(in_, [&](std::int64_t begin, std::int64_t end) {
      gemm(batch_, end - begin, out_, {b.dy.as<float>(), out_}, {b.weight.as<float>() + begin, in_},
           false, dx + begin, in_);
    });
    if constexpr (!is_f32) convert_split(team_, batch_ * in_, dx, b.dx.as<T>());
  }

  void backward_weights(const BackwardWeights& b) override {
    const float* x = as_floats(b.x, b.scratch);
    team_.split_floats(out_, [&](std::int64_t begin, std::int64_t end) {
      const float* dy = b.dy.as<float>();
      gemm(end - begin, in_, batch_, {dy + begin, out_, Transpose::yes}, {x, in_}, false,
           b.dweight.as<float>() + begin * in_, in_);
      float* dbias = b.dbias.as<float>();
      for (std::int64_t o = begin; o < end; ++o) {
        double sum = 0;
        for (std::int64_t n = 0; n < batch_; ++n) sum += static_cast<double>(dy[n * out_ + o]);
        dbias[o] = static_cast<float>(sum);
      }
    });
  }

 private:
  static constexpr bool is_f32 = std::is_same_v<T, float>;

  const float* as_floats(const Tensor& x, const Tensor& scratch) const {
    if constexpr (is_f32) {
      return x.as<float>();
    } else {
      convert_split(team_, batch_ * in_, x.as<const T>(), scratch.as<float>());
      return scratch.as<float>();
    }
  }

  const ThreadTeam& team_;
  std::int64_t batch_, in_, out_;
};

}  // namespace

std::unique_ptr<LinearOp> make_linear(const ThreadTeam& team, const LinearDesc& desc,
                                      DataType type) {
  return make_for<LinearOp, Linear>(type, team, desc);
}

}  // namespace resnet_bench::cpu
