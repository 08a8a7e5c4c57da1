#include "store/conv_measurements.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

ConvMeasurement measured(const std::string& machine, const std::string& algorithm, double ns) {
  return {.machine = machine,
          .problem = "mb1_k3",
          .pass = Pass::BwdData,
          .algorithm = algorithm,
          .ns = ns,
          .error = 2e-6,
          .workspace_bytes = 7,
          .library_choice = true,
          .chosen = true};
}

TEST(ConvMeasurements, OfOneMachineComeBackAsTheyWere) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  save_conv_measurements(store.database(),
                         {measured("here", "direct", 5), measured("there", "x", 6)});
  const ConvMeasurements found = load_conv_measurements(store.database(), "here");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].problem, "mb1_k3");
  EXPECT_EQ(found[0].pass, Pass::BwdData);
  EXPECT_EQ(found[0].algorithm, "direct");
  EXPECT_EQ(found[0].ns, 5);
  EXPECT_EQ(found[0].error, 2e-6);
  EXPECT_EQ(found[0].workspace_bytes, 7);
  EXPECT_TRUE(found[0].library_choice);
  EXPECT_TRUE(found[0].chosen);
  EXPECT_TRUE(load_conv_measurements(store.database(), "elsewhere").empty());
}

TEST(ConvMeasurements, NewOnesReplaceAllOfTheProblem) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  save_conv_measurements(store.database(),
                         {measured("m", "direct", 5), measured("m", "winograd", 4)});
  save_conv_measurements(store.database(), {measured("m", "direct", 3)});
  const ConvMeasurements found = load_conv_measurements(store.database(), "m");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].ns, 3);
}

}  // namespace
}  // namespace resnet_bench
