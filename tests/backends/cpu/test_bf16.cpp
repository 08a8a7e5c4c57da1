#include "resnet_bench/error.hpp"
#include "resnet_bench/host_values.hpp"

#include "backends/reference/reference_backend.hpp"
#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <cmath>
#include <ostream>

namespace resnet_bench::test {
namespace {

/// Every op in bf16 beside the reference backend's, which rounds numbers in the same places. What
/// was computed in another order may fall on the other side of a rounding, and the next number is
/// 2^-7 of it away at most.
constexpr double unit = 1.0 / 128;
constexpr DataType bf16 = DataType::bf16;
constexpr DataType f32 = DataType::f32;

bool has_bf16() {
  try {
    make_cpu_backend({.precision = Precision::bf16});
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

/// Fractions as bf16 has them.
Values inputs(const Shape& shape, std::uint64_t seed) {
  return to_doubles(bf16, to_bytes(bf16, fractions(shape, seed)));
}

void expect_near(const Values& got, const Values& want, double relative, const std::string& what,
                 double absolute = 1e-6) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], absolute + relative * std::abs(want[i])) << what << " at " << i;
  }
}

struct Bf16Case {
  Shape x;
  int threads;
};

std::ostream& operator<<(std::ostream& out, const Bf16Case& c) {
  return out << to_string(c.x) << " threads " << c.threads;
}

class Bf16Test : public testing::TestWithParam<Bf16Case> {
 protected:
  void SetUp() override {
    if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
    cpu = make_cpu_backend({.threads = GetParam().threads, .precision = Precision::bf16});
    reference = make_reference_backend({.precision = Precision::bf16});
  }

  /// What `run` leaves in the tensors that it is given, of each backend, is near.
  template <class Run>
  void compare(const Run& run, double absolute = 1e-6) {
    const std::vector<std::pair<std::string, Values>> want = run(*reference);
    on_each_vector_target([&] {
      const auto got = run(*cpu);
      for (std::size_t i = 0; i < want.size(); ++i) {
        expect_near(got[i].second, want[i].second, unit, want[i].first, absolute);
      }
    });
  }

  const Shape& x() const { return GetParam().x; }

  std::unique_ptr<Backend> cpu, reference;
};

using Results = std::vector<std::pair<std::string, Values>>;

TEST_P(Bf16Test, Relu) {
  compare([&](Backend& backend) -> Results {
    const auto op = backend.make_relu(x());
    const LayoutId layout = op->activation_layout();
    const DeviceTensor in(backend, x(), layout, inputs(x(), 1), bf16);
    const DeviceTensor y(backend, x(), layout, bf16);
    op->forward({.x = in.tensor(), .y = y.tensor()});
    const DeviceTensor dy(backend, x(), layout, inputs(x(), 2), bf16);
    const DeviceTensor dx(backend, x(), layout, bf16);
    op->backward({.y = y.tensor(), .dy = dy.tensor(), .dx = dx.tensor()});
    return {{"y", y.values()}, {"dx", dx.values()}};
  });
}

TEST_P(Bf16Test, Add) {
  compare([&](Backend& backend) -> Results {
    const auto op = backend.make_add(x());
    const LayoutId layout = op->activation_layout();
    const DeviceTensor a(backend, x(), layout, inputs(x(), 1), bf16);
    const DeviceTensor b(backend, x(), layout, inputs(x(), 2), bf16);
    op->forward({.a = a.tensor(), .b = b.tensor(), .sum = a.tensor()});
    return {{"sum", a.values()}};
  });
}

TEST_P(Bf16Test, MaxPool) {
  compare([&](Backend& backend) -> Results {
    const MaxPoolDesc desc{.x = x()};
    const auto op = backend.make_max_pool(desc);
    const LayoutId layout = op->activation_layout();
    const DeviceTensor in(backend, x(), layout, inputs(x(), 1), bf16);
    const DeviceTensor y(backend, desc.y(), layout, bf16);
    const DeviceTensor argmax(backend, desc.y(), layout, DataType::u8);
    op->forward({.x = in.tensor(), .y = y.tensor(), .argmax = argmax.tensor()});
    const DeviceTensor dy(backend, desc.y(), layout, inputs(desc.y(), 2), bf16);
    const DeviceTensor dx(backend, x(), layout, bf16);
    op->backward({.argmax = argmax.tensor(), .dy = dy.tensor(), .dx = dx.tensor()});
    return {{"y", y.values()}, {"argmax", argmax.values()}, {"dx", dx.values()}};
  });
}

TEST_P(Bf16Test, GlobalAvgPool) {
  compare([&](Backend& backend) -> Results {
    const Shape pooled{x().n(), x().c(), 1, 1};
    const auto op = backend.make_global_avg_pool(x());
    const DeviceTensor in(backend, x(), op->input_layout(), inputs(x(), 1), bf16);
    const DeviceTensor y(backend, pooled, op->activation_layout(), bf16);
    op->forward({.x = in.tensor(), .y = y.tensor()});
    const DeviceTensor dx(backend, x(), op->input_layout(), bf16);
    op->backward({.dy = y.tensor(), .dx = dx.tensor()});
    return {{"y", y.values()}, {"dx", dx.values()}};
  });
}

TEST_P(Bf16Test, BatchNormAddRelu) {
  for (const bool add : {false, true}) {
    const auto run = [&](Backend& backend) -> Results {
      const Shape channels{x().c()};
      const auto op = backend.make_batch_norm({.x = x(), .add = add, .relu = true});
      const LayoutId layout = op->activation_layout();
      const auto plain = [&](std::uint64_t seed) {
        return std::make_unique<DeviceTensor>(backend, channels, LayoutId::plain,
                                              fractions(channels, seed));
      };
      const auto gamma = plain(2), mean = plain(4), variance = plain(5);
      // ReLU is open in every second channel and closed in the others, whatever is rounded.
      Values shifts(static_cast<std::size_t>(x().c()));
      for (std::size_t c = 0; c < shifts.size(); ++c) shifts[c] = c % 2 == 0 ? 4 : -4;
      const DeviceTensor beta(backend, channels, LayoutId::plain, shifts);
      const DeviceTensor in(backend, x(), layout, inputs(x(), 1), bf16);
      const DeviceTensor shortcut(backend, x(), layout, inputs(x(), 6), bf16);
      const DeviceTensor saved_mean(backend, channels, LayoutId::plain);
      const DeviceTensor saved_inv_std(backend, channels, LayoutId::plain);
      const DeviceTensor y(backend, x(), layout, bf16);
      const DeviceTensor forward_scratch = make_scratch(backend, *op, Pass::Fwd);
      const DeviceTensor mask(backend, {std::max<std::int64_t>(op->mask_bytes(), 1)},
                              LayoutId::plain, DataType::u8);
      const Tensor kept = op->mask_bytes() > 0 ? mask.tensor() : Tensor{};
      op->forward_training({.x = in.tensor(),
                            .gamma = gamma->tensor(),
                            .beta = beta.tensor(),
                            .shortcut = add ? shortcut.tensor() : Tensor{},
                            .running_mean = mean->tensor(),
                            .running_variance = variance->tensor(),
                            .saved_mean = saved_mean.tensor(),
                            .saved_inv_std = saved_inv_std.tensor(),
                            .y = y.tensor(),
                            .mask = kept,
                            .scratch = forward_scratch.tensor()});
      const DeviceTensor dy(backend, x(), layout, inputs(x(), 7), bf16);
      const DeviceTensor dy2(backend, x(), layout, inputs(x(), 8), bf16);
      const DeviceTensor dx(backend, x(), layout, bf16);
      const DeviceTensor dshortcut(backend, x(), layout, bf16);
      const DeviceTensor dgamma(backend, channels, LayoutId::plain);
      const DeviceTensor dbeta(backend, channels, LayoutId::plain);
      const DeviceTensor backward_scratch = make_scratch(backend, *op, Pass::Bwd);
      op->backward({.x = in.tensor(),
                    .y = kept ? Tensor{} : y.tensor(),
                    .mask = kept,
                    .dy = dy.tensor(),
                    .dy2 = add ? dy2.tensor() : Tensor{},
                    .gamma = gamma->tensor(),
                    .saved_mean = saved_mean.tensor(),
                    .saved_inv_std = saved_inv_std.tensor(),
                    .dx = dx.tensor(),
                    .dshortcut = add ? dshortcut.tensor() : Tensor{},
                    .dgamma = dgamma.tensor(),
                    .dbeta = dbeta.tensor(),
                    .scratch = backward_scratch.tensor()});
      Results results{{"y", y.values()},
                      {"saved_mean", saved_mean.values()},
                      {"saved_inv_std", saved_inv_std.values()},
                      {"running_mean", mean->values()},
                      {"running_variance", variance->values()},
                      {"dgamma", dgamma.values()},
                      {"dbeta", dbeta.values()},
                      {"dx", dx.values()}};
      if (add) results.emplace_back("dshortcut", dshortcut.values());
      return results;
    };
    // dx is a difference of terms about 1 in size, one of them rounded to bf16 where it is kept.
    compare(run, 2 * unit);
  }
}

TEST_P(Bf16Test, Linear) {
  const Shape in{x().n(), x().c(), 1, 1};
  const LinearDesc desc{.x = in, .out_features = 2 * x().h() + 1};
  const auto run = [&](Backend& backend) -> Results {
    const auto op = backend.make_linear(desc);
    const DeviceTensor device_x(backend, in, op->activation_layout(), inputs(in, 1), bf16);
    // Weights that bf16 has, so that it does not matter in which type they are read.
    const DeviceTensor weight(backend, desc.weight(), op->weight_layout(Pass::Fwd),
                              inputs(desc.weight(), 2), op->reads_parameter() ? f32 : bf16);
    const DeviceTensor bias(backend, {desc.out_features}, LayoutId::plain,
                            fractions({desc.out_features}, 3));
    const DeviceTensor y(backend, desc.y(), LayoutId::plain);
    const DeviceTensor dy(backend, desc.y(), LayoutId::plain, fractions(desc.y(), 4));
    const DeviceTensor dx(backend, in, op->activation_layout(), bf16);
    const DeviceTensor dweight(backend, desc.weight(), op->weight_layout(Pass::BwdWeights));
    const DeviceTensor dbias(backend, {desc.out_features}, LayoutId::plain);
    const DeviceTensor scratch = make_scratch(backend, *op, Pass::Fwd);
    op->forward({.x = device_x.tensor(),
                 .weight = weight.tensor(),
                 .bias = bias.tensor(),
                 .y = y.tensor(),
                 .scratch = scratch.tensor()});
    op->backward_data({.dy = dy.tensor(),
                       .weight = weight.tensor(),
                       .dx = dx.tensor(),
                       .scratch = scratch.tensor()});
    op->backward_weights({.x = device_x.tensor(),
                          .dy = dy.tensor(),
                          .dweight = dweight.tensor(),
                          .dbias = dbias.tensor(),
                          .scratch = scratch.tensor()});
    return {{"y", y.values()},
            {"dx", dx.values()},
            {"dweight", dweight.values()},
            {"dbias", dbias.values()}};
  };
  compare(run, 1e-5);
}

std::vector<Bf16Case> cases() {
  std::vector<Bf16Case> all;
  for (const int threads : {1, 2, 5}) {
    all.push_back({{2, 17, 5, 7}, threads});
    all.push_back({{3, 1, 3, 1}, threads});
    all.push_back({{3, 48, 5, 7}, threads});
    all.push_back({{1, 64, 41, 29}, threads});
    all.push_back({{2, 600, 4, 3}, threads});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Bf16Test, testing::ValuesIn(cases()));

struct Bf16ConvCase {
  Shape x;
  std::int64_t out_channels, kernel, stride, pad;
  int threads;
  std::string conv;
};

std::ostream& operator<<(std::ostream& out, const Bf16ConvCase& c) {
  return out << to_string(c.x) << "->" << c.out_channels << " k" << c.kernel << " s" << c.stride
             << " threads " << c.threads << ' ' << c.conv;
}

class Bf16ConvTest : public testing::TestWithParam<Bf16ConvCase> {};

/// Whole numbers up to 3: products and sums are exact in fp32, so what is written is the one right
/// number rounded to bf16.
TEST_P(Bf16ConvTest, AllPasses) {
  if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
  const Bf16ConvCase& c = GetParam();
  const auto cpu =
      make_cpu_backend({.threads = c.threads, .precision = Precision::bf16, .conv = c.conv});
  const auto reference = make_reference_backend({.precision = Precision::bf16});
  for (const bool epilogue : {false, true}) {
    const ConvDesc desc{.x = c.x,
                        .out_channels = c.out_channels,
                        .kernel = c.kernel,
                        .stride = c.stride,
                        .pad = c.pad,
                        .bias = epilogue,
                        .add = epilogue,
                        .relu = epilogue};
    const auto run = [&](Backend& backend) -> Results {
      const auto op = backend.make_conv(desc);
      const DeviceTensor x(backend, desc.x, op->input_layout(), whole_numbers(desc.x, 1), bf16);
      const DeviceTensor weight(backend, desc.weight(), op->weight_layout(Pass::Fwd),
                                whole_numbers(desc.weight(), 2), bf16);
      const DeviceTensor bias(backend, {desc.out_channels}, LayoutId::plain,
                              whole_numbers({desc.out_channels}, 3));
      const DeviceTensor shortcut(backend, desc.y(), op->activation_layout(),
                                  whole_numbers(desc.y(), 4), bf16);
      const DeviceTensor y(backend, desc.y(), op->activation_layout(), bf16);
      const DeviceTensor scratch = make_scratch(backend, *op, Pass::Fwd);
      for (const Tensor& out : {y.tensor(), shortcut.tensor()}) {
        op->forward({.x = x.tensor(),
                     .weight = weight.tensor(),
                     .bias = epilogue ? bias.tensor() : Tensor{},
                     .shortcut = epilogue ? shortcut.tensor() : Tensor{},
                     .y = out,
                     .scratch = scratch.tensor()});
        if (!epilogue) break;
      }
      Results results{{"y", y.values()}};
      if (epilogue) return {results[0], {"y over the shortcut", shortcut.values()}};
      const DeviceTensor dy(backend, desc.y(), op->activation_layout(), whole_numbers(desc.y(), 5),
                            bf16);
      if (desc.x.c() != 3) {  // of the image nobody wants the gradient
        const DeviceTensor data_weight(backend, desc.weight(), op->weight_layout(Pass::BwdData),
                                       whole_numbers(desc.weight(), 2), bf16);
        const DeviceTensor dx(backend, desc.x, op->input_layout(), bf16);
        const DeviceTensor data_scratch = make_scratch(backend, *op, Pass::BwdData);
        op->backward_data({.dy = dy.tensor(),
                           .weight = data_weight.tensor(),
                           .dx = dx.tensor(),
                           .scratch = data_scratch.tensor()});
        results.emplace_back("dx", dx.values());
      }
      const DeviceTensor dweight(backend, desc.weight(), op->weight_layout(Pass::BwdWeights));
      const DeviceTensor weights_scratch = make_scratch(backend, *op, Pass::BwdWeights);
      const auto backward_weights = [&] {
        op->backward_weights({.x = x.tensor(),
                              .dy = dy.tensor(),
                              .dweight = dweight.tensor(),
                              .scratch = weights_scratch.tensor()});
        return dweight.bits();
      };
      const auto bits = backward_weights();
      EXPECT_EQ(backward_weights(), bits) << "two calls give the same bits";
      results.emplace_back("dweight", dweight.values());
      return results;
    };
    const Results want = run(*reference);
    const Results got = run(*cpu);
    // Winograd's transforms round.
    const bool exact = c.conv.find("winograd") == std::string::npos;
    for (std::size_t i = 0; i < want.size(); ++i) {
      expect_near(got[i].second, want[i].second, exact ? 0 : unit, want[i].first,
                  exact ? 0 : 1e-3 * 9 * static_cast<double>(c.x.c()));
    }
  }
}

std::vector<Bf16ConvCase> conv_cases() {
  std::vector<Bf16ConvCase> all;
  for (const std::string conv : {"onednn-direct", "onednn-direct-f32", "onednn-winograd-f32"}) {
    for (const int threads : {1, 2, 5}) {
      for (const std::int64_t stride : {1, 2}) {
        all.push_back({{3, 32, 9, 11}, 48, 1, stride, 0, threads, conv});
        all.push_back({{2, 16, 7, 5}, 64, 3, stride, 1, threads, conv});
        all.push_back({{1, 64, 8, 8}, 16, 3, stride, 1, threads, conv});
        all.push_back({{2, 3, 19, 23}, 16, 7, stride, 3, threads, conv});
      }
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, Bf16ConvTest, testing::ValuesIn(conv_cases()));

TEST(Bf16Sgd, WritesParameterMomentumAndCopiesInEveryLayout) {
  if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
  const auto backend = make_cpu_backend({.threads = 2, .precision = Precision::bf16});
  const auto conv =
      backend->make_conv({.x = {1, 32, 8, 8}, .out_channels = 48, .kernel = 3, .pad = 1});
  const Shape shape{48, 32, 3, 3};
  const LayoutId layout = conv->weight_layout(Pass::BwdWeights);
  const Values values = fractions(shape, 1), gradients = fractions(shape, 2);
  const DeviceTensor value(*backend, shape, layout, values);
  const DeviceTensor gradient(*backend, shape, layout, gradients);
  const DeviceTensor momentum(*backend, shape, layout, fractions(shape, 3));
  const DeviceTensor forward(*backend, shape, conv->weight_layout(Pass::Fwd), bf16);
  const DeviceTensor data(*backend, shape, conv->weight_layout(Pass::BwdData), bf16);
  const DeviceTensor small(*backend, {7}, LayoutId::plain, fractions({7}, 4));
  const DeviceTensor small_gradient(*backend, {7}, LayoutId::plain, fractions({7}, 5));
  const DeviceTensor small_momentum(*backend, {7}, LayoutId::plain, Values(7));
  const std::vector<Tensor> copies{forward.tensor(), data.tensor()};
  const SgdParameter one{.value = small.tensor(),
                         .gradient = small_gradient.tensor(),
                         .momentum = small_momentum.tensor()};
  const std::vector<SgdParameter> parameters{one,
                                             {.value = value.tensor(),
                                              .gradient = gradient.tensor(),
                                              .momentum = momentum.tensor(),
                                              .copies = copies}};
  const SgdDesc desc{.learning_rate = 0.5, .momentum_factor = 0, .weight_decay = 0};
  backend->make_sgd(desc, parameters)->update(parameters);
  Values want;
  for (std::size_t i = 0; i < values.size(); ++i) want.push_back(values[i] - 0.5 * gradients[i]);
  expect_near(value.values(), want, 1e-6, "value");
  const Values rounded = to_doubles(bf16, to_bytes(bf16, value.values()));
  EXPECT_EQ(forward.values(), rounded);
  EXPECT_EQ(data.values(), rounded);
  EXPECT_NEAR(small.values()[0], fractions({7}, 4)[0] - 0.5 * fractions({7}, 5)[0], 1e-6);
}

TEST(Bf16Refusals, SayWhatIsAllowed) {
  const auto refusal = [](const CpuBackendOptions& options) -> std::string {
    try {
      make_cpu_backend(options);
    } catch (const Refusal& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(
      refusal({.precision = Precision::fp16}),
      "--precision fp16: the cpu backend allows fp32 and bf16; --device reference has others");
  const std::string bf16_refusal = refusal({.precision = Precision::bf16});
  if (!has_bf16()) {
    EXPECT_EQ(bf16_refusal.rfind("--precision bf16 ", 0), 0U) << bf16_refusal;
    EXPECT_NE(bf16_refusal.find("fp32"), std::string::npos) << bf16_refusal;
    return;
  }
  EXPECT_EQ(
      refusal({.precision = Precision::bf16, .conv = "openblas"}).rfind("--conv openblas: ", 0),
      0U);
}

}  // namespace
}  // namespace resnet_bench::test
