#include <gtest/gtest.h>

#include "backends/reference/reference_backend.hpp"
#include "support/networks.hpp"

namespace resnet_bench {
namespace {

/// All parameters, statistics and results after some iterations.
std::vector<double> state_after(Backend& backend, const NetworkOptions& options, bool poisoned) {
  test::Prepared net(backend, options);
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

class DeadMemory : public testing::TestWithParam<std::tuple<const char*, bool, Fusion>> {};

TEST_P(DeadMemory, IsNeverRead) {
  const auto& [model, training, fusion] = GetParam();
  const auto backend = make_reference_backend({.float_type = DataType::f32});
  const NetworkOptions options = test::small(model, "v1.5", training, fusion);
  EXPECT_EQ(state_after(*backend, options, false), state_after(*backend, options, true));
}

INSTANTIATE_TEST_SUITE_P(Models, DeadMemory,
                         testing::Values(std::tuple{"resnet18", true, Fusion::none},
                                         std::tuple{"resnet18", true, Fusion::bn},
                                         std::tuple{"resnet18", false, Fusion::none},
                                         std::tuple{"resnet50", false, Fusion::bn},
                                         std::tuple{"resnet50", false, Fusion::fold}));

}  // namespace
}  // namespace resnet_bench
