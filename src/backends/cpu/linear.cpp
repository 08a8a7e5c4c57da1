#include "backends/cpu/kernels/conv_epilogue.hpp"
#include "backends/cpu/kernels/gemm.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

/// The batch is small against the features, so threads share columns of each product (rows of
/// dweight), and nothing is summed across them.
class Linear final : public LinearOp {
 public:
  Linear(const ThreadTeam& team, const LinearDesc& desc)
      : team_(team), batch_(desc.x.n()), in_(desc.x.c()), out_(desc.out_features) {}

  std::string algorithm(Pass) const override { return "openblas"; }
  /// x is (N, I, 1, 1), which NHWC keeps as the matrix N x I.
  LayoutId activation_layout() const override { return nhwc; }

  void forward(const Forward& f) override {
    team_.split_floats(out_, [&](std::int64_t begin, std::int64_t end) {
      float* y = f.y.as<float>() + begin;
      gemm(batch_, end - begin, in_, {f.x.as<float>(), in_},
           {f.weight.as<float>() + begin * in_, in_, Transpose::yes}, false, y, out_);
      conv_epilogue({.bias = f.bias.as<float>() + begin}, batch_, end - begin, out_, y);
    });
  }

  void backward_data(const BackwardData& b) override {
    team_.split_floats(in_, [&](std::int64_t begin, std::int64_t end) {
      gemm(batch_, end - begin, out_, {b.dy.as<float>(), out_}, {b.weight.as<float>() + begin, in_},
           false, b.dx.as<float>() + begin, in_);
    });
  }

  void backward_weights(const BackwardWeights& b) override {
    team_.split_floats(out_, [&](std::int64_t begin, std::int64_t end) {
      const float* dy = b.dy.as<float>();
      gemm(end - begin, in_, batch_, {dy + begin, out_, Transpose::yes}, {b.x.as<float>(), in_},
           false, b.dweight.as<float>() + begin * in_, in_);
      float* dbias = b.dbias.as<float>();
      for (std::int64_t o = begin; o < end; ++o) {
        double sum = 0;
        for (std::int64_t n = 0; n < batch_; ++n) sum += static_cast<double>(dy[n * out_ + o]);
        dbias[o] = static_cast<float>(sum);
      }
    });
  }

 private:
  const ThreadTeam& team_;
  std::int64_t batch_, in_, out_;
};

}  // namespace

std::unique_ptr<LinearOp> make_linear(const ThreadTeam& team, const LinearDesc& desc) {
  return std::make_unique<Linear>(team, desc);
}

}  // namespace resnet_bench::cpu
