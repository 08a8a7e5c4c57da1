#include "backends/reference/reference_backend.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

/// All parameters, statistics and results after two iterations.
std::vector<double> state_after(const std::string& name, bool training, Fusion fusion,
                                bool poisoned) {
  const auto backend = make_reference_backend({.precision = Precision::fp32});
  auto tree = test::every_layer(3);
  fuse(*tree, fusion);
  test::Prepared net(*backend,
                     {.model = name,
                      .batch = 2,
                      .image_size = 15,
                      .classes = 3,
                      .training = training,
                      .fusion = fusion,
                      .input_batches = 2},
                     std::move(tree));
  test::Poison poison(net.plan, net.session.memory());
  for (int i = 0; i < 2; ++i) {
    net.session.bind_batch(i);
    if (poisoned) {
      poison.start();
      net.session.execution().observe(&poison);
    }
    net.session.iterate();
  }
  std::vector<double> state = net.session.values(net.network.logits());
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    if (parameter.value == no_tensor) continue;
    const std::vector<double> values = net.session.values(parameter.value);
    state.insert(state.end(), values.begin(), values.end());
  }
  return state;
}

class DeadMemory : public testing::TestWithParam<test::Case> {};

TEST_P(DeadMemory, IsNeverRead) {
  const auto& [name, training, fusion] = GetParam();
  const std::vector<double> state = state_after(name, training, fusion, true);
  EXPECT_EQ(state, state_after(name, training, fusion, false));
  for (double value : state) ASSERT_TRUE(std::isfinite(value));
}

INSTANTIATE_TEST_SUITE_P(Nets, DeadMemory,
                         testing::Values(test::Case{"every_layer", true, Fusion::none},
                                         test::Case{"every_layer", true, Fusion::bn},
                                         test::Case{"every_layer", false, Fusion::none},
                                         test::Case{"every_layer", false, Fusion::bn},
                                         test::Case{"every_layer", false, Fusion::fold}),
                         test::case_name);

}  // namespace
}  // namespace resnet_bench
