#include "backends/reference/reference_backend.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace resnet_bench {
namespace {

/// The loss of a network for parameters as they stand, without moving anything.
double loss_of(test::Prepared& net) {
  net.session.execution().bind(net.network.bound_batch().input,
                               net.session.tensor(net.network.batches()[0].input));
  net.network.root().forward(net.session.execution());
  return net.session.loss();
}

/// Central differences of the loss in double, against backward. BatchNorm's running statistics
/// move at each forward pass, but do not enter a training loss.
void expect_gradients_match(Fusion fusion, bool channels_last) {
  const auto backend = make_reference_backend({.channels_last = channels_last});
  auto tree = test::every_layer(3);
  fuse(*tree, fusion);
  test::Prepared net(*backend,
                     {.model = "net", .batch = 3, .image_size = 9, .classes = 3, .fusion = fusion},
                     std::move(tree), {.init = BatchNormInit::random});
  Execution& run = net.session.execution();
  net.network.root().forward(run);
  net.network.root().backward(run);
  // Gradients are gone with the next forward pass.
  std::map<std::string, std::vector<double>> gradients;
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    if (parameter.trained()) gradients[parameter.path] = net.session.values(parameter.gradient);
  }
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    if (!parameter.trained()) continue;
    const std::vector<double>& gradient = gradients[parameter.path];
    double* value = run[parameter.value].as<double>();
    for (std::size_t i = 0; i < gradient.size(); i += 1 + gradient.size() / 8) {
      const double kept = value[i];
      constexpr double step = 1e-6;
      value[i] = kept + step;
      const double above = loss_of(net);
      value[i] = kept - step;
      const double below = loss_of(net);
      value[i] = kept;
      // Weights are plain in the reference backend, so index i is the same in both.
      EXPECT_NEAR(gradient[i], (above - below) / (2 * step), 1e-7)
          << parameter.path << "[" << i << "]";
    }
  }
}

TEST(Gradients, MatchFiniteDifferencesUnfused) { expect_gradients_match(Fusion::none, false); }
TEST(Gradients, MatchFiniteDifferencesFused) { expect_gradients_match(Fusion::bn, false); }
TEST(Gradients, MatchFiniteDifferencesChannelsLast) { expect_gradients_match(Fusion::bn, true); }

}  // namespace
}  // namespace resnet_bench
