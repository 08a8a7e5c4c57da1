#include "resnet_bench/error.hpp"

#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"
#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/conv.hpp"
#include "layers/global_avg_pool.hpp"
#include "layers/linear.hpp"
#include "layers/max_pool.hpp"
#include "layers/relu.hpp"
#include "layers/shortcut_add.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace resnet_bench {
namespace {

/// Every kind of layer, with channels that fill blocks.
std::unique_ptr<Sequential> small_net() {
  auto f = std::make_unique<Sequential>("F");
  f->add(std::make_unique<Conv>("conv1", 16, 1, 1, 0));
  f->add(std::make_unique<BatchNorm>("bn1"));
  f->add(std::make_unique<Relu>("relu1"));
  f->add(std::make_unique<Conv>("conv2", 32, 3, 2, 1));
  f->add(std::make_unique<BatchNorm>("bn2"));
  auto g = std::make_unique<Sequential>("G");
  g->add(std::make_unique<Conv>("conv", 32, 1, 2, 0));
  g->add(std::make_unique<BatchNorm>("bn"));
  auto net = std::make_unique<Sequential>("net");
  net->add(std::make_unique<Conv>("conv", 16, 3, 1, 1));
  net->add(std::make_unique<BatchNorm>("bn"));
  net->add(std::make_unique<Relu>("relu"));
  net->add(std::make_unique<MaxPool>("maxpool", 3, 2, 1));
  net->add(std::make_unique<ShortCutAdd>("block", std::move(f), std::move(g),
                                         std::make_unique<Add>("add")));
  net->add(std::make_unique<Relu>("relu2"));
  net->add(std::make_unique<GlobalAvgPool>("avgpool"));
  net->add(std::make_unique<Linear>("fc", 10));
  net->assign_paths("");
  return net;
}

bool has_bf16() {
  try {
    make_cpu_backend({.precision = Precision::bf16});
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

test::Prepared prepare(Backend& backend, Fusion fusion,
                       BatchNormInit init = BatchNormInit::standard) {
  auto tree = small_net();
  fuse(*tree, fusion);
  return {backend,
          {.model = "net",
           .batch = 8,
           .image_size = 16,
           .classes = 10,
           .fusion = fusion,
           .sgd = {.learning_rate = 0.05},
           .input_batches = 2},
          std::move(tree),
          {.init = init}};
}

std::vector<double> losses(Precision precision, Fusion fusion, int iterations) {
  const auto backend = make_cpu_backend({.threads = 2, .precision = precision});
  test::Prepared net = prepare(*backend, fusion);
  std::vector<double> all;
  for (int i = 0; i < iterations; ++i) {
    net.session.bind_batch(i);
    net.session.iterate();
    all.push_back(net.session.loss());
  }
  return all;
}

/// The task: to learn two batches by heart.
TEST(Bf16Loss, FollowsThatOfFp32) {
  if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
  constexpr int iterations = 200;
  constexpr int window = 20;
  const std::vector<double> fp32 = losses(Precision::fp32, Fusion::bn, iterations);
  const std::vector<double> bf16 = losses(Precision::bf16, Fusion::bn, iterations);
  const auto mean = [](const std::vector<double>& values, int first) {
    return std::accumulate(values.begin() + first, values.begin() + first + window, 0.0) / window;
  };
  EXPECT_NEAR(bf16[0], fp32[0], 0.02);
  for (int first = 0; first < iterations; first += window) {
    EXPECT_NEAR(mean(bf16, first), mean(fp32, first), 0.05 * fp32[0]) << "from " << first;
  }
  EXPECT_LT(mean(bf16, iterations - window), 0.1 * bf16[0]) << "nothing was learned";
}

class Bf16Training : public testing::TestWithParam<Fusion> {
 protected:
  void SetUp() override {
    if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
  }
};

TEST_P(Bf16Training, TheSameBitsEachTime) {
  EXPECT_EQ(losses(Precision::bf16, GetParam(), 5), losses(Precision::bf16, GetParam(), 5));
}

/// Beside double, and beside what rounding in the same places costs the reference backend.
TEST_P(Bf16Training, GradientsAreAsNearToDoubleAsTheReferenceBackends) {
  const auto exact = make_reference_backend({.precision = Precision::fp64});
  const auto oracle = make_reference_backend({.precision = Precision::bf16});
  const auto cpu = make_cpu_backend({.threads = 2, .precision = Precision::bf16});
  test::Prepared nets[] = {prepare(*exact, GetParam(), BatchNormInit::separated),
                           prepare(*oracle, GetParam(), BatchNormInit::separated),
                           prepare(*cpu, GetParam(), BatchNormInit::separated)};
  for (test::Prepared& net : nets) net.session.iterate();
  const auto gradient = [&](test::Prepared& net, std::size_t i) {
    return net.session.values(net.network.assembly().parameters()[i].gradient);
  };
  const auto distance = [](const std::vector<double>& got, const std::vector<double>& want) {
    double sum = 0;
    for (std::size_t i = 0; i < got.size(); ++i) sum += std::pow(got[i] - want[i], 2);
    return std::sqrt(sum);
  };
  const auto& parameters = nets[0].network.assembly().parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].gradient == no_tensor) continue;
    const std::vector<double> want = gradient(nets[0], i);
    const double size = distance(want, std::vector<double>(want.size()));
    const double of_oracle = distance(gradient(nets[1], i), want);
    EXPECT_LE(distance(gradient(nets[2], i), want), 2 * of_oracle + 0.01 * size + 1e-4)
        << parameters[i].path;
  }
}

INSTANTIATE_TEST_SUITE_P(Fusions, Bf16Training, testing::Values(Fusion::none, Fusion::bn),
                         [](const auto& fusion) { return std::string(to_string(fusion.param)); });

TEST(Bf16Inference, FusionsAgreeAndFoldedWeightsAreRounded) {
  if (!has_bf16()) GTEST_SKIP() << "no bf16 on this processor";
  const auto cpu = make_cpu_backend({.threads = 2, .precision = Precision::bf16});
  const auto logits = [](Backend& backend, Fusion fusion) {
    test::Prepared net(backend, test::small("resnet50", "v1.5", false, fusion),
                       {.init = BatchNormInit::random});
    net.session.iterate();
    return net.session.values(net.network.logits());
  };
  const auto fp32 = make_cpu_backend({.threads = 2});
  const std::vector<double> want = logits(*fp32, Fusion::none);
  double largest = 0;
  for (const double value : want) largest = std::max(largest, std::abs(value));
  for (const Fusion fusion : {Fusion::none, Fusion::bn, Fusion::fold}) {
    const std::vector<double> got = logits(*cpu, fusion);
    EXPECT_NE(got, want);
    for (std::size_t i = 0; i < want.size(); ++i) {
      EXPECT_NEAR(got[i], want[i], 0.03 * largest) << to_string(fusion);
    }
  }
}

}  // namespace
}  // namespace resnet_bench
