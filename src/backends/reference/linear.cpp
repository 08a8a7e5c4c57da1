#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

namespace resnet_bench::reference {
namespace {

/// x (N, I, 1, 1) is dense in either layout, so rows are indexed directly.
template <class T>
class NaiveLinear : public ReferenceOp<LinearOp> {
  using P = Parameter<T>;

 public:
  using ReferenceOp::ReferenceOp;

  void forward(const Forward& in) override {
    const std::int64_t inputs = in.weight.shape[1];
    const std::int64_t outputs = in.weight.shape[0];
    for (std::int64_t n = 0; n < in.x.shape.n(); ++n) {
      for (std::int64_t o = 0; o < outputs; ++o) {
        double sum = static_cast<double>(in.bias.as<P>()[o]);
        for (std::int64_t i = 0; i < inputs; ++i) {
          sum += static_cast<double>(in.x.as<T>()[n * inputs + i]) *
                 static_cast<double>(in.weight.as<T>()[o * inputs + i]);
        }
        in.y.as<P>()[n * outputs + o] = static_cast<P>(sum);
      }
    }
  }

  void backward_data(const BackwardData& in) override {
    const std::int64_t inputs = in.weight.shape[1];
    const std::int64_t outputs = in.weight.shape[0];
    for (std::int64_t n = 0; n < in.dx.shape.n(); ++n) {
      for (std::int64_t i = 0; i < inputs; ++i) {
        double sum = 0;
        for (std::int64_t o = 0; o < outputs; ++o) {
          sum += static_cast<double>(in.dy.as<P>()[n * outputs + o]) *
                 static_cast<double>(in.weight.as<T>()[o * inputs + i]);
        }
        in.dx.as<T>()[n * inputs + i] = static_cast<T>(sum);
      }
    }
  }

  void backward_weights(const BackwardWeights& in) override {
    const std::int64_t inputs = in.dweight.shape[1];
    const std::int64_t outputs = in.dweight.shape[0];
    const std::int64_t batch = in.x.shape.n();
    for (std::int64_t o = 0; o < outputs; ++o) {
      double dbias = 0;
      for (std::int64_t n = 0; n < batch; ++n) {
        dbias += static_cast<double>(in.dy.as<P>()[n * outputs + o]);
      }
      in.dbias.as<P>()[o] = static_cast<P>(dbias);
      for (std::int64_t i = 0; i < inputs; ++i) {
        double sum = 0;
        for (std::int64_t n = 0; n < batch; ++n) {
          sum += static_cast<double>(in.dy.as<P>()[n * outputs + o]) *
                 static_cast<double>(in.x.as<T>()[n * inputs + i]);
        }
        in.dweight.as<P>()[o * inputs + i] = static_cast<P>(sum);
      }
    }
  }
};

}  // namespace

std::unique_ptr<LinearOp> make_linear(DataType type, LayoutId layout) {
  return make_by_type<NaiveLinear, LinearOp>(type, layout);
}

}  // namespace resnet_bench::reference
