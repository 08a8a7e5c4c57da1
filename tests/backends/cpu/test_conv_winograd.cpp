#include "device_tensor.hpp"
#include "naive_conv.hpp"
#include "vector_targets.hpp"

#include <cmath>
#include <ostream>

namespace resnet_bench::test {
namespace {

struct WinogradCase {
  Shape x;
  std::int64_t out_channels, pad;
  int threads;
  std::string conv = "openblas-winograd";
};

std::ostream& operator<<(std::ostream& out, const WinogradCase& c) {
  return out << to_string(c.x) << "->" << c.out_channels << " p" << c.pad << " threads "
             << c.threads << ' ' << c.conv;
}

/// The largest error, in units of the root of the summed squares of an output's products, which is
/// what rounding grows with.
class ConvWinogradTest : public testing::TestWithParam<WinogradCase> {
 protected:
  static constexpr double bound = 5e-5;

  ConvWinogradTest()
      : desc{.x = GetParam().x,
             .out_channels = GetParam().out_channels,
             .kernel = 3,
             .pad = GetParam().pad},
        backend(make_cpu_backend({.threads = GetParam().threads, .conv = GetParam().conv})),
        x(fractions(desc.x, 1)),
        weight(fractions(desc.weight(), 2)),
        dy(fractions(desc.y(), 3)) {}

  static void expect_within_bound(const Values& got, const Values& want, const Values& squares) {
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_NEAR(got[i], want[i], bound * (std::sqrt(squares[i]) + 1)) << "at " << i;
    }
  }

  ConvDesc desc;
  std::unique_ptr<Backend> backend;
  Values x, weight, dy;
};

TEST_P(ConvWinogradTest, ForwardWithEpilogueOverTheShortcut) {
  const auto plain_op = backend->make_conv(desc);
  ASSERT_EQ(plain_op->algorithm(Pass::Fwd), GetParam().conv);
  const Shape shape = desc.y();
  const Values bias = fractions({desc.out_channels}, 4);
  const Values shortcut = fractions(shape, 5);
  Values sums(dy.size()), squares(dy.size()), want(dy.size());
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    sums[yi] += x[xi] * weight[wi];
    squares[yi] += std::pow(x[xi] * weight[wi], 2);
  });
  for (std::size_t i = 0; i < want.size(); ++i) {
    const std::size_t channel =
        i / static_cast<std::size_t>(shape.h() * shape.w()) % static_cast<std::size_t>(shape.c());
    want[i] = std::max(sums[i] + bias[channel] + shortcut[i], 0.0);
  }

  desc.bias = desc.add = desc.relu = true;
  const auto fused_op = backend->make_conv(desc);
  const LayoutId layout = plain_op->activation_layout();
  ASSERT_EQ(plain_op->input_layout(), layout);
  const DeviceTensor device_x(*backend, desc.x, layout, x);
  const DeviceTensor device_weight(*backend, desc.weight(), plain_op->weight_layout(Pass::Fwd),
                                   weight);
  const DeviceTensor fused_weight(*backend, desc.weight(), fused_op->weight_layout(Pass::Fwd),
                                  weight);
  const DeviceTensor device_bias(*backend, {desc.out_channels}, LayoutId::plain, bias);
  on_each_vector_target([&] {
    const DeviceTensor scratch = make_scratch(*backend, *plain_op, Pass::Fwd);
    const DeviceTensor fused_scratch = make_scratch(*backend, *fused_op, Pass::Fwd);
    const DeviceTensor y(*backend, shape, layout);
    plain_op->forward({.x = device_x.tensor(),
                       .weight = device_weight.tensor(),
                       .y = y.tensor(),
                       .scratch = scratch.tensor()});
    expect_within_bound(y.values(), sums, squares);
    const DeviceTensor added(*backend, shape, layout, shortcut);
    fused_op->forward({.x = device_x.tensor(),
                       .weight = fused_weight.tensor(),
                       .bias = device_bias.tensor(),
                       .shortcut = added.tensor(),
                       .y = added.tensor(),
                       .scratch = fused_scratch.tensor()});
    expect_within_bound(added.values(), want, squares);
  });
}

TEST_P(ConvWinogradTest, BackwardData) {
  Values want(x.size()), squares(x.size());
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    want[xi] += dy[yi] * weight[wi];
    squares[xi] += std::pow(dy[yi] * weight[wi], 2);
  });
  const auto op = backend->make_conv(desc);
  const DeviceTensor device_dy(*backend, desc.y(), op->activation_layout(), dy);
  const DeviceTensor device_weight(*backend, desc.weight(), op->weight_layout(Pass::BwdData),
                                   weight);
  on_each_vector_target([&] {
    const DeviceTensor dx(*backend, desc.x, op->input_layout());
    const DeviceTensor scratch = make_scratch(*backend, *op, Pass::BwdData);
    op->backward_data({.dy = device_dy.tensor(),
                       .weight = device_weight.tensor(),
                       .dx = dx.tensor(),
                       .scratch = scratch.tensor()});
    expect_within_bound(dx.values(), want, squares);
  });
}

TEST_P(ConvWinogradTest, BackwardWeights) {
  Values want(weight.size()), squares(weight.size());
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    want[wi] += dy[yi] * x[xi];
    squares[wi] += std::pow(dy[yi] * x[xi], 2);
  });
  const auto op = backend->make_conv(desc);
  if (GetParam().conv != "openblas-winograd") {
    ASSERT_EQ(op->algorithm(Pass::BwdWeights), GetParam().conv);
  }
  const DeviceTensor device_x(*backend, desc.x, op->input_layout(), x);
  const DeviceTensor device_dy(*backend, desc.y(), op->activation_layout(), dy);
  const DeviceTensor dweight(*backend, desc.weight(), op->weight_layout(Pass::BwdWeights));
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::BwdWeights);
  op->backward_weights({.x = device_x.tensor(),
                        .dy = device_dy.tensor(),
                        .dweight = dweight.tensor(),
                        .scratch = scratch.tensor()});
  expect_within_bound(dweight.values(), want, squares);
}

std::vector<WinogradCase> cases() {
  std::vector<WinogradCase> all;
  for (const int threads : {1, 2, 5}) {
    all.push_back({{2, 64, 8, 8}, 64, 1, threads});
    all.push_back({{1, 17, 7, 5}, 3, 1, threads});
    all.push_back({{3, 3, 9, 13}, 17, 1, threads});
    all.push_back({{1, 1, 1, 1}, 1, 1, threads});
    all.push_back({{1, 5, 6, 6}, 4, 0, threads});
    all.push_back({{1, 5, 6, 6}, 4, 2, threads});
    all.push_back({{5, 16, 30, 27}, 20, 1, threads});  // several blocks of tiles
    if (has_algorithm("highway-winograd")) {
      all.push_back({{2, 64, 8, 8}, 64, 1, threads, "highway-winograd"});
      all.push_back({{3, 32, 9, 13}, 48, 1, threads, "highway-winograd"});
      all.push_back({{1, 16, 1, 1}, 16, 1, threads, "highway-winograd"});
      all.push_back({{1, 48, 6, 6}, 32, 0, threads, "highway-winograd"});
      all.push_back({{1, 32, 6, 6}, 16, 2, threads, "highway-winograd"});
      all.push_back({{7, 16, 30, 27}, 32, 1, threads, "highway-winograd"});  // several groups
      all.push_back(
          {{2, 176, 7, 7}, 176, 1, threads, "highway-winograd"});  // shared by all threads
    }
    if (!has_algorithm("onednn-winograd")) continue;
    all.push_back({{2, 64, 8, 8}, 64, 1, threads, "onednn-winograd"});
    all.push_back({{3, 32, 9, 13}, 48, 1, threads, "onednn-winograd"});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, ConvWinogradTest, testing::ValuesIn(cases()));

TEST(ConvWinograd, IsForStrideOneAlone) {
  const auto backend = make_cpu_backend({.threads = 1, .conv = "openblas-winograd"});
  const auto op = backend->make_conv(
      {.x = {1, 4, 8, 8}, .out_channels = 4, .kernel = 3, .stride = 2, .pad = 1});
  EXPECT_EQ(op->algorithm(Pass::Fwd), "openblas");
}

}  // namespace
}  // namespace resnet_bench::test
