#include "device_tensor.hpp"

namespace resnet_bench::test {
namespace {

class LinearTest
    : public testing::TestWithParam<std::tuple<std::int64_t, std::int64_t, std::int64_t, int>> {};

/// Whole numbers: one right result in any order of adding.
TEST_P(LinearTest, EveryPass) {
  const auto [batch, in, out, threads] = GetParam();
  const auto backend = make_cpu_backend({.threads = threads});
  const LinearDesc desc{{batch, in, 1, 1}, out};
  const Values x = whole_numbers(desc.x, 1), weight = whole_numbers(desc.weight(), 2);
  const Values bias = whole_numbers({out}, 3), dy = whole_numbers(desc.y(), 4);
  Values want_y(dy.size()), want_dx(x.size()), want_dweight(weight.size()), want_dbias(bias.size());
  const auto ins = static_cast<std::size_t>(in), outs = static_cast<std::size_t>(out);
  for (std::size_t n = 0; n < static_cast<std::size_t>(batch); ++n) {
    for (std::size_t o = 0; o < outs; ++o) {
      want_y[n * outs + o] = bias[o];
      want_dbias[o] += dy[n * outs + o];
      for (std::size_t i = 0; i < ins; ++i) {
        want_y[n * outs + o] += x[n * ins + i] * weight[o * ins + i];
        want_dx[n * ins + i] += dy[n * outs + o] * weight[o * ins + i];
        want_dweight[o * ins + i] += dy[n * outs + o] * x[n * ins + i];
      }
    }
  }
  const auto op = backend->make_linear(desc);
  const LayoutId layout = op->activation_layout();
  const DeviceTensor device_x(*backend, desc.x, layout, x);
  const DeviceTensor device_weight(*backend, desc.weight(), op->weight_layout(Pass::Fwd), weight);
  const DeviceTensor device_bias(*backend, {out}, LayoutId::plain, bias);
  const DeviceTensor device_dy(*backend, desc.y(), LayoutId::plain, dy);
  const DeviceTensor y(*backend, desc.y(), LayoutId::plain);
  op->forward({.x = device_x.tensor(),
               .weight = device_weight.tensor(),
               .bias = device_bias.tensor(),
               .y = y.tensor()});
  EXPECT_EQ(y.values(), want_y);
  const DeviceTensor dx(*backend, desc.x, layout);
  op->backward_data(
      {.dy = device_dy.tensor(), .weight = device_weight.tensor(), .dx = dx.tensor()});
  EXPECT_EQ(dx.values(), want_dx);
  const DeviceTensor dweight(*backend, desc.weight(), op->weight_layout(Pass::Fwd));
  const DeviceTensor dbias(*backend, {out}, LayoutId::plain);
  op->backward_weights({.x = device_x.tensor(),
                        .dy = device_dy.tensor(),
                        .dweight = dweight.tensor(),
                        .dbias = dbias.tensor()});
  EXPECT_EQ(dweight.values(), want_dweight);
  EXPECT_EQ(dbias.values(), want_dbias);
}

INSTANTIATE_TEST_SUITE_P(Sizes, LinearTest,
                         testing::Combine(testing::Values(1, 5), testing::Values(1, 17, 64),
                                          testing::Values(1, 10, 100), testing::Values(1, 2, 5)));

}  // namespace
}  // namespace resnet_bench::test
