#include "device_tensor.hpp"
#include "naive_conv.hpp"

#include <ostream>
#include <string>

namespace resnet_bench::test {
namespace {

struct ConvCase {
  Shape x;
  std::int64_t out_channels, kernel, stride, pad;
  int threads;
  std::string conv = "openblas";
  std::string layout = "nhwc";

  ConvDesc desc() const {
    return {.x = x, .out_channels = out_channels, .kernel = kernel, .stride = stride, .pad = pad};
  }
};

std::ostream& operator<<(std::ostream& out, const ConvCase& c) {
  return out << to_string(c.x) << "->" << c.out_channels << " k" << c.kernel << " s" << c.stride
             << " p" << c.pad << " threads " << c.threads << ' ' << c.conv << ' ' << c.layout;
}

class ConvTest : public testing::TestWithParam<ConvCase> {
 protected:
  ConvTest()
      : desc(GetParam().desc()),
        backend(make_cpu_backend(
            {.threads = GetParam().threads, .layout = GetParam().layout, .conv = GetParam().conv})),
        x(whole_numbers(desc.x, 1)),
        weight(whole_numbers(desc.weight(), 2)),
        dy(whole_numbers(desc.y(), 3)) {}

  ConvDesc desc;
  std::unique_ptr<Backend> backend;
  Values x, weight, dy;
};

TEST_P(ConvTest, Forward) {
  Values want(dy.size());
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    want[yi] += x[xi] * weight[wi];
  });
  const auto op = backend->make_conv(desc);
  const DeviceTensor device_x(*backend, desc.x, op->input_layout(), x);
  const DeviceTensor device_weight(*backend, desc.weight(), op->weight_layout(Pass::Fwd), weight);
  const DeviceTensor y(*backend, desc.y(), op->activation_layout());
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Fwd);
  const ConvOp::Forward arguments{.x = device_x.tensor(),
                                  .weight = device_weight.tensor(),
                                  .y = y.tensor(),
                                  .scratch = scratch.tensor()};
  op->forward(arguments);
  EXPECT_EQ(y.values(), want);
}

TEST_P(ConvTest, ForwardWithEpilogueOverTheShortcut) {
  desc.bias = desc.add = desc.relu = true;
  const Values bias = whole_numbers({desc.out_channels}, 4);
  const Values shortcut = whole_numbers(desc.y(), 5);
  Values want = shortcut;
  const Shape shape = desc.y();
  for (std::size_t i = 0; i < want.size(); ++i) {
    want[i] += bias[i / static_cast<std::size_t>(shape.h() * shape.w()) %
                    static_cast<std::size_t>(shape.c())];
  }
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    want[yi] += x[xi] * weight[wi];
  });
  for (double& value : want) value = std::max(value, 0.0);

  const auto op = backend->make_conv(desc);
  const DeviceTensor device_x(*backend, desc.x, op->input_layout(), x);
  const DeviceTensor device_weight(*backend, desc.weight(), op->weight_layout(Pass::Fwd), weight);
  const DeviceTensor device_bias(*backend, {desc.out_channels}, LayoutId::plain, bias);
  const DeviceTensor added(*backend, shape, op->activation_layout(), shortcut);
  const DeviceTensor y(*backend, shape, op->activation_layout());
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Fwd);
  for (const Tensor& out : {y.tensor(), added.tensor()}) {
    op->forward({.x = device_x.tensor(),
                 .weight = device_weight.tensor(),
                 .bias = device_bias.tensor(),
                 .shortcut = added.tensor(),
                 .y = out,
                 .scratch = scratch.tensor()});
  }
  EXPECT_EQ(y.values(), want);
  EXPECT_EQ(added.values(), want);
}

TEST_P(ConvTest, BackwardData) {
  if (GetParam().layout == "blocked" && desc.x.c() == 3) {
    GTEST_SKIP() << "oneDNN gives no gradient of an image that it reads plane by plane";
  }
  Values want(x.size());
  for_each_product(desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) {
    want[xi] += dy[yi] * weight[wi];
  });
  const auto op = backend->make_conv(desc);
  const DeviceTensor device_dy(*backend, desc.y(), op->activation_layout(), dy);
  const DeviceTensor device_weight(*backend, desc.weight(), op->weight_layout(Pass::BwdData),
                                   weight);
  const DeviceTensor dx(*backend, desc.x, op->input_layout());
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::BwdData);
  op->backward_data({.dy = device_dy.tensor(),
                     .weight = device_weight.tensor(),
                     .dx = dx.tensor(),
                     .scratch = scratch.tensor()});
  EXPECT_EQ(dx.values(), want);
}

TEST_P(ConvTest, BackwardWeights) {
  Values want(weight.size());
  for_each_product(
      desc, [&](std::size_t xi, std::size_t wi, std::size_t yi) { want[wi] += dy[yi] * x[xi]; });
  const auto op = backend->make_conv(desc);
  const DeviceTensor device_x(*backend, desc.x, op->input_layout(), x);
  const DeviceTensor device_dy(*backend, desc.y(), op->activation_layout(), dy);
  const DeviceTensor dweight(*backend, desc.weight(), op->weight_layout(Pass::BwdWeights));
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::BwdWeights);
  op->backward_weights({.x = device_x.tensor(),
                        .dy = device_dy.tensor(),
                        .dweight = dweight.tensor(),
                        .scratch = scratch.tensor()});
  EXPECT_EQ(dweight.values(), want);
}

TEST_P(ConvTest, TwoCallsGiveTheSameBits) {
  const auto op = backend->make_conv(desc);
  const DeviceTensor device_x(*backend, desc.x, op->input_layout(), fractions(desc.x, 6));
  const DeviceTensor device_dy(*backend, desc.y(), op->activation_layout(), fractions(desc.y(), 7));
  const DeviceTensor dweight(*backend, desc.weight(), op->weight_layout(Pass::BwdWeights));
  const auto call = [&] {
    const DeviceTensor scratch = make_scratch(*backend, *op, Pass::BwdWeights);
    op->backward_weights({.x = device_x.tensor(),
                          .dy = device_dy.tensor(),
                          .dweight = dweight.tensor(),
                          .scratch = scratch.tensor()});
    return dweight.bits();
  };
  EXPECT_EQ(call(), call());
}

std::vector<ConvCase> cases() {
  std::vector<ConvCase> all;
  for (const int threads : {1, 2, 5}) {
    for (const std::int64_t stride : {1, 2}) {
      all.push_back({{5, 3, 9, 11}, 17, 1, stride, 0, threads});
      all.push_back({{2, 17, 7, 5}, 3, 3, stride, 1, threads});
      all.push_back({{1, 64, 8, 8}, 33, 3, stride, 1, threads});
      all.push_back({{2, 3, 19, 23}, 16, 7, stride, 3, threads});
      all.push_back({{1, 1, 1, 1}, 1, 1, stride, 0, threads});
      all.push_back({{1, 15, 2, 3}, 31, 3, stride, 1, threads});
    }
    all.push_back({{2, 2, 12, 10}, 5, 3, 3, 0, threads});  // pixels that no window reaches
    all.push_back({{1, 2, 9, 9}, 4, 2, 3, 0, threads});    // gaps between the windows
    all.push_back({{1, 3, 6, 6}, 4, 1, 1, 1, threads});    // 1x1 with padding
    all.push_back({{1, 2, 5, 5}, 4, 5, 2, 4, threads});
    all.push_back({{4, 24, 30, 30}, 20, 3, 1, 1, threads});  // several tiles a thread
    all.push_back({{4, 320, 8, 8}, 40, 3, 2, 1, threads});   // depth in several steps
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(OpenBlas, ConvTest, testing::ValuesIn(cases()));

/// Channels that fill blocks, the stem's, and some that do neither.
std::vector<ConvCase> onednn_cases() {
  std::vector<ConvCase> all;
  if (!has_algorithm("onednn-direct")) return all;
  for (const std::string& layout : forced_layouts()) {
    for (const int threads : {1, 2, 5}) {
      for (const std::int64_t stride : {1, 2}) {
        const auto add = [&](const Shape& x, std::int64_t out, std::int64_t k, std::int64_t pad) {
          all.push_back({x, out, k, stride, pad, threads, "onednn-direct", layout});
        };
        add({3, 32, 9, 11}, 48, 1, 0);
        add({2, 16, 7, 5}, 64, 3, 1);
        add({1, 64, 8, 8}, 16, 3, 1);
        add({2, 3, 19, 23}, 16, 7, 3);
        add({1, 17, 6, 5}, 16, 3, 1);
        add({1, 16, 6, 5}, 17, 3, 1);
      }
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(OneDnn, ConvTest, testing::ValuesIn(onednn_cases()));
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ConvTest);

}  // namespace
}  // namespace resnet_bench::test
