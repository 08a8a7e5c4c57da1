#include "store/identity.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace resnet_bench {
namespace {

using namespace std::chrono_literals;

TEST(UuidV7, ExampleOfTheStandard) {
  // RFC 9562, appendix A.6: unix_ts_ms 0x017F22E279B0, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
  constexpr std::uint64_t rand_b = 0x18c4dc0c0c07398f;
  const auto time = std::chrono::milliseconds(0x017f22e279b0) + 0xcc3 * 1'000'000ns / 4096 + 1ns;
  EXPECT_EQ(format_uuid_v7(time, rand_b << 2), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

TEST(UuidV7, SortsByTimeBelowAMillisecond) {
  const std::uint64_t highest = ~std::uint64_t{0};
  EXPECT_LT(format_uuid_v7(1'000'000'000ns, highest), format_uuid_v7(1'000'000'300ns, 0));
  EXPECT_LT(format_uuid_v7(1'000'999'999ns, highest), format_uuid_v7(1'001'000'000ns, 0));
}

TEST(UuidV7, AThousandDiffer) {
  const std::regex form("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
  std::set<std::string> all;
  for (int i = 0; i < 1000; ++i) {
    const std::string uid = make_uuid_v7();
    ASSERT_TRUE(std::regex_match(uid, form)) << uid;
    all.insert(uid);
  }
  EXPECT_EQ(all.size(), 1000u);
}

TEST(Timestamp, IsoWithMilliseconds) {
  const std::chrono::system_clock::time_point time(std::chrono::milliseconds(1'700'000'000'042));
  EXPECT_EQ(utc_timestamp(time), "2023-11-14T22:13:20.042Z");
  EXPECT_EQ(utc_timestamp(std::chrono::system_clock::time_point{}), "1970-01-01T00:00:00.000Z");
}

TEST(HostName, IsNeverEmpty) { EXPECT_FALSE(host_name().empty()); }

}  // namespace
}  // namespace resnet_bench
