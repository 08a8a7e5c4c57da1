#include "backends/reference/reference_backend.hpp"
#include "support/mixed_layout_backend.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

std::vector<double> gradients(Backend& backend, int& reorders) {
  test::Prepared net(backend, {.model = "net", .batch = 3, .image_size = 9, .classes = 3},
                     test::every_layer(3), {.init = BatchNormInit::random});
  reorders = 0;
  net.network.for_each_layer([&](Layer& layer, int) { reorders += layer.kind() == "Reorder"; });
  net.session.iterate();
  std::vector<double> all;
  for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
    if (!parameter.trained()) continue;
    const std::vector<double> values = net.session.values(parameter.gradient);
    all.insert(all.end(), values.begin(), values.end());
  }
  return all;
}

TEST(Reorder, StandsWhereLayoutsMeetAndChangesNoResult) {
  const auto plain = make_reference_backend({});
  test::MixedLayoutBackend mixed;
  int none = 0;
  int some = 0;
  const std::vector<double> expected = gradients(*plain, none);
  const std::vector<double> actual = gradients(mixed, some);
  EXPECT_EQ(none, 0);
  EXPECT_GT(some, 8) << "convolutions in nhwc among layers in plain";
  ASSERT_EQ(actual.size(), expected.size());
  // The sums of a channel run in another order in the other layout.
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-12);
}

}  // namespace
}  // namespace resnet_bench
