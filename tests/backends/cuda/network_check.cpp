#include "backends/cuda/network_check.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench::test {

Outcome outcome_of(const Prepared& net) {
  Outcome outcome;
  const auto keep = [&](TensorId id) {
    if (id != no_tensor) outcome[net.network.assembly().tensor(id).name] = net.session.values(id);
  };
  keep(net.network.logits());
  keep(net.network.loss());
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    // The update, an iteration's last step, reads them all.
    keep(parameter.gradient);
    keep(parameter.value);
  }
  return outcome;
}

Outcome run_once(Backend& backend, const NetworkOptions& options,
                 std::unique_ptr<Sequential> tree) {
  Prepared net(backend, options, std::move(tree), {.init = BatchNormInit::random});
  net.session.iterate();
  return outcome_of(net);
}

void expect_close(const Outcome& actual, const Outcome& expected, double bound) {
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(actual.size(), expected.size());
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(actual.contains(name)) << name;
    const std::vector<double>& found = actual.at(name);
    ASSERT_EQ(found.size(), values.size()) << name;
    double largest = 0;
    double error = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      largest = std::max(largest, std::abs(values[i]));
      // What is not a number is infinitely far.
      const double difference = std::abs(found[i] - values[i]);
      error = std::max(error, std::isfinite(difference) ? difference : INFINITY);
    }
    EXPECT_LE(error, bound * largest) << name << ", of magnitude " << largest;
  }
}

}  // namespace resnet_bench::test
