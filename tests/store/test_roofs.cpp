#include "store/roofs.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

const RoofSetting setting{"box", "cpu", "Some CPU", 2, "0-1", "0.1.0"};

MachineRoof roof(double fp32) {
  return {.compute = {{"fp32", {fp32, 0.9 * fp32}}},
          .bandwidth = {{1024, 0, {5e9, {}}}, {1024, 0.5, {4e9, 3e9}}}};
}

TEST(Roofs, TheNewestOfASettingComesBackWhole) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  EXPECT_FALSE(find_roof(store.database(), setting));
  add_roof(store.database(), setting, roof(1e9), 0.5);
  const std::int64_t second = add_roof(store.database(), setting, roof(2e9), {});
  const auto found = find_roof(store.database(), setting);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, second);
  EXPECT_FALSE(found->other_processors);
  ASSERT_EQ(found->roof.compute.size(), 1u);
  EXPECT_EQ(found->roof.compute[0].precision, "fp32");
  EXPECT_EQ(found->roof.compute[0].rate.burst, 2e9);
  EXPECT_EQ(*found->roof.compute[0].rate.sustained, 1.8e9);
  ASSERT_EQ(found->roof.bandwidth.size(), 2u);
  EXPECT_EQ(found->roof.bandwidth[1].bytes, 1024);
  EXPECT_EQ(found->roof.bandwidth[1].write_share, 0.5);
  EXPECT_EQ(*found->roof.bandwidth[1].rate.sustained, 3e9);
  EXPECT_EQ(*load_roof(store.database(), second - 1)->other_processors, 0.5);
}

TEST(Roofs, AnotherSettingHasNone) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  add_roof(store.database(), setting, roof(1e9), {});
  RoofSetting other = setting;
  other.threads = 1;
  EXPECT_FALSE(find_roof(store.database(), other));
  other = setting;
  other.processors = "0";
  EXPECT_FALSE(find_roof(store.database(), other));
  other = setting;
  other.version = "0.2.0";
  EXPECT_FALSE(find_roof(store.database(), other));
}

}  // namespace
}  // namespace resnet_bench
