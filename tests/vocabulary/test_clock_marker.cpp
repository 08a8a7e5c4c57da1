#include "resnet_bench/clock_marker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace resnet_bench {
namespace {

TEST(ClockMarker, StampsSinceTheLastReset) {
  ClockMarker marker(3);
  for (int i = 0; i < 3; ++i) marker.mark();
  const auto times = marker.times();
  EXPECT_EQ(times.size(), 3u);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  marker.reset();
  EXPECT_TRUE(marker.times().empty());
}

TEST(ClockMarker, OneMarkTooManyIsAnErrorAndKeepsTheOthers) {
  ClockMarker marker(1);
  marker.mark();
  EXPECT_THROW(marker.mark(), std::logic_error);
  EXPECT_EQ(marker.times().size(), 1u);
}

}  // namespace
}  // namespace resnet_bench
