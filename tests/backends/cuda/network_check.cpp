#include "backends/cuda/network_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace resnet_bench::test {
namespace {

/// Of one tensor.
double error_of(const std::vector<double>& actual, const std::vector<double>& expected) {
  double largest = 0;
  double error = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    const double difference = std::abs(actual.at(i) - expected[i]);
    if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
    error = std::max(error, difference);
  }
  return error == 0 ? 0 : error / largest;
}

Outcome outcome_of(const Prepared& net) {
  Outcome outcome;
  const auto keep = [&](TensorId id) {
    if (id != no_tensor) outcome[net.network.assembly().tensor(id).name] = net.session.values(id);
  };
  keep(net.network.logits());
  keep(net.network.loss());
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    keep(parameter.gradient);  // the update, an iteration's last step, reads them all
    keep(parameter.value);
    if (parameter.gradient == no_tensor) continue;
    // Gradients carry the loss scale.
    const double scale = loss_scale_of(net.network.backend().precision());
    for (double& value : outcome[net.network.assembly().tensor(parameter.gradient).name]) {
      value /= scale;
    }
  }
  return outcome;
}

}  // namespace

std::vector<Numerics> all_numerics() {
  std::vector<Numerics> all;
  for (const std::string layout : {"nhwc", "nchw"}) {
    all.push_back({"fp32_" + layout, {.layout = layout}, 2e-5});
    // TF32 has 10 bits of mantissa; errors add up over some ten layers and back.
    all.push_back({"tf32_" + layout, {.precision = Precision::tf32, .layout = layout}, 2e-2});
    // Activations and their gradients are rounded to 11 and to 8 bits between layers.
    all.push_back({"fp16_" + layout, {.precision = Precision::fp16, .layout = layout}, 3e-2});
    all.push_back({"bf16_" + layout, {.precision = Precision::bf16, .layout = layout}, 2e-1});
  }
  return all;
}

std::vector<Mode> all_modes() {
  return {{true, Fusion::none},
          {true, Fusion::bn},
          {false, Fusion::none},
          {false, Fusion::bn},
          {false, Fusion::fold}};
}

std::string name_of_case(const testing::TestParamInfo<std::tuple<Numerics, Mode>>& info) {
  const auto& [numerics, mode] = info.param;
  return numerics.name + (mode.training ? "_train_" : "_infer_") + to_string(mode.fusion);
}

NetworkOptions small_network(const Mode& mode) {
  return {.model = "net",
          .batch = 3,
          .image_size = 13,
          .classes = 7,
          .training = mode.training,
          .fusion = mode.fusion};
}

std::unique_ptr<Sequential> small_tree(const NetworkOptions& options) {
  auto tree = every_layer(options.classes);
  fuse(*tree, options.fusion);
  return tree;
}

Outcome run_once(Backend& backend, const NetworkOptions& options,
                 std::unique_ptr<Sequential> tree) {
  Prepared net(backend, options, std::move(tree), {.init = BatchNormInit::random});
  net.session.iterate();
  return outcome_of(net);
}

double largest_error(const Outcome& actual, const Outcome& expected) {
  double largest = 0;
  for (const auto& [name, values] : expected) {
    largest = std::max(largest, error_of(actual.at(name), values));
  }
  return largest;
}

void expect_close(const Outcome& actual, const Outcome& expected, double bound) {
  ASSERT_FALSE(expected.empty());
  ASSERT_EQ(actual.size(), expected.size());
  for (const auto& [name, values] : expected) {
    ASSERT_TRUE(actual.contains(name)) << name;
    ASSERT_EQ(actual.at(name).size(), values.size()) << name;
    EXPECT_LE(error_of(actual.at(name), values), bound) << name;
  }
}

}  // namespace resnet_bench::test
