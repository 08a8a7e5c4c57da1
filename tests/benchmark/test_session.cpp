#include "resnet_bench/error.hpp"

#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

/// With OpenBLAS, which plans any size.
std::string refusal_text(std::int64_t batch) {
  const auto backend = make_cpu_backend({.threads = 1, .conv = "openblas"});
  const Network network(*backend, {.model = "resnet152", .batch = batch});
  try {
    check_memory(network, make_plan(network));
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(CheckMemory, RefusesWithTheSizes) {
  const std::string text = refusal_text(1'000'000);
  EXPECT_EQ(text.rfind("resnet152 at batch 1000000, image size 224, needs ", 0), 0U) << text;
  EXPECT_NE(text.find(" are free; take a smaller --batch or --image-size"), std::string::npos)
      << text;
  EXPECT_EQ(refusal_text(2), "");
}

std::vector<double> losses(Backend& backend, Fusion fusion, std::int64_t seed,
                           const std::string& model = "resnet18") {
  NetworkOptions options = test::small(model, "v1.5", true, fusion);
  options.input_batches = 2;
  test::Prepared net(backend, options, {.seed = seed});
  std::vector<double> losses;
  for (int i = 0; i < 3; ++i) {
    net.session.bind_batch(i);
    net.session.iterate();
    losses.push_back(net.session.loss());
  }
  return losses;
}

TEST(Session, TheSameSeedGivesTheSameBitsAndAnotherDoesNot) {
  const auto backend = make_cpu_backend({.threads = 2});
  const std::vector<double> first = losses(*backend, Fusion::bn, 1, "resnet50");
  EXPECT_EQ(first, losses(*backend, Fusion::bn, 1, "resnet50"));
  EXPECT_NE(first, losses(*backend, Fusion::bn, 2, "resnet50"));
}

TEST(Session, FusionAndBackendChangeResultsByRoundingAlone) {
  const auto cpu = make_cpu_backend({.threads = 2});
  const auto reference = make_reference_backend({.precision = Precision::fp64});
  const std::vector<double> exact = losses(*reference, Fusion::none, 1);
  for (Fusion fusion : {Fusion::none, Fusion::bn}) {
    const std::vector<double> actual = losses(*cpu, fusion, 1);
    // Later losses depend on signs of ReLU inputs near zero; the first does not.
    EXPECT_NEAR(actual[0], exact[0], 1e-5) << to_string(fusion);
    EXPECT_NEAR(actual[2], exact[2], 1e-2) << to_string(fusion);
  }
}

std::vector<double> logits(Backend& backend, Fusion fusion) {
  test::Prepared net(backend, test::small("resnet50", "v1", false, fusion),
                     {.init = BatchNormInit::random});
  net.session.iterate();
  return net.session.values(net.network.logits());
}

TEST(Session, InferenceAgreesOverFusions) {
  const auto backend = make_cpu_backend({.threads = 2});
  const std::vector<double> unfused = logits(*backend, Fusion::none);
  double largest = 0;
  for (double value : unfused) largest = std::max(largest, std::abs(value));
  for (Fusion fusion : {Fusion::bn, Fusion::fold}) {
    const std::vector<double> fused = logits(*backend, fusion);
    for (std::size_t i = 0; i < unfused.size(); ++i) {
      EXPECT_NEAR(fused[i], unfused[i], 1e-4 * largest) << to_string(fusion);
    }
  }
}

TEST(Session, ZeroDataIsZero) {
  const auto backend = make_reference_backend({});
  test::Prepared net(*backend, {.model = "net", .batch = 2, .image_size = 8, .classes = 3},
                     test::three_layers(3), {.zero_data = true});
  for (double value : net.session.values(net.network.bound_batch().input)) EXPECT_EQ(value, 0);
}

TEST(Session, BatchesRotate) {
  const auto backend = make_reference_backend({});
  test::Prepared net(
      *backend, {.model = "net", .batch = 2, .image_size = 8, .classes = 3, .input_batches = 2},
      test::three_layers(3));
  const auto input = [&](int number) {
    net.session.bind_batch(number);
    return net.session.values(net.network.bound_batch().input);
  };
  EXPECT_NE(input(0), input(1));
  EXPECT_EQ(input(0), input(2));
}

/// Memory that is dead by the plan is never read, on the backend that is fast.
class CpuDeadMemory : public testing::TestWithParam<test::Case> {};

void expect_dead_memory_is_never_read(const test::Case& net_case, const std::string& conv,
                                      Precision precision = Precision::fp32) {
  const auto& [model, training, fusion] = net_case;
  const auto backend = make_cpu_backend({.threads = 2, .precision = precision, .conv = conv});
  test::Prepared clean(*backend, test::small(model, "v1.5", training, fusion));
  test::Prepared poisoned(*backend, test::small(model, "v1.5", training, fusion));
  test::Poison poison(poisoned.plan, poisoned.session.memory());
  poisoned.session.execution().observe(&poison);
  for (int i = 0; i < 2; ++i) {
    clean.session.iterate();
    poison.start();
    poisoned.session.iterate();
  }
  const auto expect_equal = [&](TensorId id) {
    if (id == no_tensor) return;
    EXPECT_EQ(clean.session.values(id), poisoned.session.values(id))
        << clean.network.assembly().tensor(id).name;
  };
  expect_equal(clean.network.logits());
  for (const ParameterInfo& parameter : clean.network.assembly().parameters()) {
    expect_equal(parameter.value);
  }
}

TEST_P(CpuDeadMemory, IsNeverRead) { expect_dead_memory_is_never_read(GetParam(), "library"); }

TEST(CpuDeadMemoryOfOpenBlas, IsNeverRead) {
  expect_dead_memory_is_never_read({"resnet50", true, Fusion::bn}, "openblas");
  expect_dead_memory_is_never_read({"resnet50", false, Fusion::fold}, "openblas");
}

TEST(CpuDeadMemoryInBf16, IsNeverRead) {
  try {
    expect_dead_memory_is_never_read({"resnet18", true, Fusion::bn}, "onednn-winograd-f32",
                                     Precision::bf16);
    expect_dead_memory_is_never_read({"resnet18", false, Fusion::fold}, "onednn-direct",
                                     Precision::bf16);
  } catch (const Refusal& refusal) {
    GTEST_SKIP() << refusal.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Nets, CpuDeadMemory,
                         testing::Values(test::Case{"resnet18", true, Fusion::bn},
                                         test::Case{"resnet50", true, Fusion::none},
                                         test::Case{"resnet50", true, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::none},
                                         test::Case{"resnet50", false, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::fold}),
                         test::case_name);

}  // namespace
}  // namespace resnet_bench
