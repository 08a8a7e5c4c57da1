#include "resnet_bench/error.hpp"

#include "alone/distinct_leaves.hpp"
#include "alone/lone_conv.hpp"
#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

using Passes = std::vector<Pass>;

TEST(LoneConv, HasTheWorkOfTheSameConvolutionInANetwork) {
  const auto backend = make_cpu_backend({.threads = 1, .conv = "library", .measure = false});
  const Network network(*backend, {.model = "resnet18", .batch = 2, .image_size = 32});
  const Leaf& there = *distinct_leaves(network, "stage2/block1/F/conv2").front().leaf;
  LoneConv alone(*backend, parse_conv_problem("mb2ic128ih4oc128oh4kh3ph1nalone"),
                 Passes{Pass::Fwd, Pass::BwdData, Pass::BwdWeights});
  const Leaf& here = alone.leaf();
  EXPECT_EQ(here.path(), "alone");
  EXPECT_EQ(here.module(), there.module());
  for (const Pass pass : working_passes(there)) {
    EXPECT_EQ(here.algorithm(pass), there.algorithm(pass));
    EXPECT_EQ(here.flops(pass), there.flops(pass));
    EXPECT_EQ(here.op()->activation_layout(), there.op()->activation_layout());
    EXPECT_EQ(here.op()->input_layout(), there.op()->input_layout());
  }
}

TEST(LoneConv, HasThePassesThatAreAskedFor) {
  const auto backend = make_reference_backend({});
  const ConvProblem problem = parse_conv_problem("ic3ih8oc4kh3ph1");
  EXPECT_EQ(working_passes(LoneConv(*backend, problem, Passes{Pass::Fwd}).leaf()),
            Passes{Pass::Fwd});
  EXPECT_EQ(working_passes(LoneConv(*backend, problem, Passes{Pass::BwdWeights}).leaf()),
            (Passes{Pass::Fwd, Pass::BwdWeights}));
  LoneConv all(*backend, problem, Passes{Pass::Fwd, Pass::BwdData});
  EXPECT_EQ(working_passes(all.leaf()), (Passes{Pass::Fwd, Pass::BwdData, Pass::BwdWeights}));
  EXPECT_EQ(all.leaf().path(), "mb2ic3ih8oc4oh8kh3ph1") << "a problem without a name is its own";
}

}  // namespace
}  // namespace resnet_bench
