#include "resnet_bench/error.hpp"

#include "alone/distinct_leaves.hpp"
#include "alone/leaf_memory.hpp"
#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"
#include "benchmark/session.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace resnet_bench {
namespace {

using test::every_layer;
using test::small;

std::vector<double> values_of(Backend& backend, const Tensor& tensor) {
  std::vector<float> floats(static_cast<std::size_t>(tensor.shape.elements()));
  backend.to_plain(tensor, std::as_writable_bytes(std::span(floats)));
  return {floats.begin(), floats.end()};
}

/// Runs every leaf of a network with every kind of layer alone, in all passes and copies.
void run_all(Backend& backend, const NetworkOptions& options) {
  Network network(backend, options, every_layer(options.classes));
  const InitialValues initial(1, BatchNormInit::standard, !options.training);
  for (const DistinctLeaf& distinct : distinct_leaves(network, "")) {
    const std::vector<Pass> passes = working_passes(*distinct.leaf);
    const CopyPlan plan =
        plan_copies(network.assembly(), *distinct.leaf, passes, 1 << 16, 64 << 20);
    ASSERT_GE(plan.copies, 2);
    const auto memory = backend.allocate(plan.bytes());
    LeafMemory leaf(network.assembly(), *distinct.leaf, passes, plan, *memory, initial, 1);
    for (const Pass pass : passes) {
      std::vector<std::vector<double>> results;
      for (std::int64_t call = 0; call < plan.copies; ++call) {
        leaf.prepare(pass, Caches::cold, call);
        distinct.leaf->run_pass(pass, leaf.execution());
        std::vector<double> all;
        for (const Use& use : distinct.leaf->footprint(pass).writes) {
          const Tensor& tensor = leaf.execution()[use.tensor];
          if (tensor.type != DataType::f32) continue;
          for (const double value : values_of(backend, tensor)) {
            ASSERT_TRUE(std::isfinite(value)) << distinct.leaf->path() << " " << use.role;
            all.push_back(value);
          }
        }
        results.push_back(std::move(all));
      }
      for (const auto& result : results) {
        EXPECT_EQ(result, results.front())
            << distinct.leaf->path() << " " << to_string(pass) << ": copies are alike";
      }
      for (const Caches caches : {Caches::hot, Caches::weights_cold}) {
        leaf.prepare(pass, caches, 1);
        distinct.leaf->run_pass(pass, leaf.execution());
      }
    }
  }
}

TEST(LeafMemory, EveryLeafRunsAloneInEveryPassAndCopiesAreAlike) {
  const auto reference = make_reference_backend({.precision = Precision::fp32});
  const auto cpu = make_cpu_backend({.threads = 1, .measure = false});
  for (Backend* backend : {reference.get(), cpu.get()}) {
    for (const Fusion fusion : {Fusion::none, Fusion::bn}) {
      run_all(*backend, small("tiny", "v1.5", true, fusion));
    }
    run_all(*backend, small("tiny", "v1.5", false, Fusion::none));
  }
}

/// A network of ResNet-18's, connected, with one of its leaves.
class OneLeaf : public testing::Test {
 protected:
  OneLeaf()
      : backend_(make_reference_backend({.precision = Precision::fp32})),
        network_(*backend_, options()) {}

  static NetworkOptions options() {
    return {.model = "resnet18", .batch = 2, .image_size = 32, .classes = 10};
  }

  Leaf& leaf(const std::string& path) { return *distinct_leaves(network_, path).front().leaf; }

  std::unique_ptr<Backend> backend_;
  Network network_;
};

TEST_F(OneLeaf, CopiesReachBeyondTheCacheWhereMemoryAllows) {
  Leaf& conv = leaf("stage1/block1/F/conv1");
  const std::vector<Pass> passes = working_passes(conv);
  constexpr std::int64_t mib = 1 << 20;
  const CopyPlan plan = plan_copies(network_.assembly(), conv, passes, 8 * mib, 1024 * mib);
  // x and y of (2,64,8,8), weights of (64,64,3,3), in fp32, and their gradients.
  EXPECT_EQ(plan.copy_bytes, 2 * 4 * (2 * 8192 + 36864));
  const std::int64_t pass_bytes = 4 * (2 * 8192 + 36864);
  EXPECT_TRUE(plan.beyond_cache);
  EXPECT_GT((plan.copies - 1) * pass_bytes, 8 * mib);
  EXPECT_LT((plan.copies - 2) * pass_bytes, 8 * mib + pass_bytes);

  const CopyPlan short_of_memory = plan_copies(network_.assembly(), conv, passes, 8 * mib, mib);
  EXPECT_EQ(short_of_memory.copies, 2);
  EXPECT_FALSE(short_of_memory.beyond_cache);
  EXPECT_EQ(plan_copies(network_.assembly(), conv, passes, 0, 1024 * mib).copies, 2);
  try {
    plan_copies(network_.assembly(), conv, passes, 8 * mib, 1024);
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(std::string(refusal.what()).find("resnet18/stage1/block1/F/conv1 alone needs "), 0u);
  }
}

TEST_F(OneLeaf, WhoseTurnItIsDependsOnWhatIsToBeCold) {
  Leaf& conv = leaf("stage1/block1/F/conv1");
  const std::vector<Pass> passes{Pass::Fwd};
  const CopyPlan plan{.copies = 3, .copy_bytes = 1 << 20};
  const auto memory = backend_->allocate(plan.bytes());
  LeafMemory leaf(network_.assembly(), conv, passes, plan, *memory,
                  InitialValues(1, BatchNormInit::standard, false), 1);
  const auto copy_of = [&](const char* role) {
    for (const auto* uses : {&conv.footprint(Pass::Fwd).reads, &conv.footprint(Pass::Fwd).writes}) {
      for (const Use& use : *uses) {
        if (use.role != role) continue;
        return (static_cast<std::byte*>(leaf.execution()[use.tensor].data) -
                static_cast<std::byte*>(memory->data())) /
               plan.copy_bytes;
      }
    }
    return std::int64_t{-1};
  };
  const auto copies = [&] { return std::array{copy_of("x"), copy_of("weight"), copy_of("y")}; };
  leaf.prepare(Pass::Fwd, Caches::cold, 4);
  EXPECT_EQ(copies(), (std::array<std::int64_t, 3>{1, 1, 1}));
  leaf.prepare(Pass::Fwd, Caches::weights_cold, 5);
  EXPECT_EQ(copies(), (std::array<std::int64_t, 3>{0, 2, 0}));
  leaf.prepare(Pass::Fwd, Caches::hot, 7);
  EXPECT_EQ(copies(), (std::array<std::int64_t, 3>{0, 0, 0}));
  EXPECT_TRUE(leaf.touches_weights(Pass::Fwd));
}

TEST_F(OneLeaf, WithoutParametersThereAreNoColdWeights) {
  Leaf& pool = leaf("stem/maxpool");
  const std::vector<Pass> passes = working_passes(pool);
  const CopyPlan plan = plan_copies(network_.assembly(), pool, passes, 0, 64 << 20);
  const auto memory = backend_->allocate(plan.bytes());
  const LeafMemory leaf(network_.assembly(), pool, passes, plan, *memory,
                        InitialValues(1, BatchNormInit::standard, false), 1);
  EXPECT_FALSE(leaf.touches_weights(Pass::Fwd));
  EXPECT_FALSE(leaf.touches_weights(Pass::Bwd));
}

}  // namespace
}  // namespace resnet_bench
