#include "statistics/null_spread.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace resnet_bench {
namespace {

constexpr double normal_factor = 1.4826;

TEST(NullSpread, OfFewValuesIsThatOfAllOthers) {
  const std::vector<double> sizes(11, 1.0);
  std::vector<double> logs{0, 1, -2, 3, -4, 5, -6, 7, -8, 9, -10};
  const std::vector<double> spreads = spread_by_size(sizes, logs);
  EXPECT_DOUBLE_EQ(spreads[0], normal_factor * 5.5);   // 1 to 10
  EXPECT_DOUBLE_EQ(spreads[10], normal_factor * 4.5);  // 0 to 9
}

// Short ones differ by 10 %, long ones by 1 %: each gets that of its like, in whatever order.
TEST(NullSpread, IsThatOfTheSameSize) {
  std::vector<double> sizes;
  std::vector<double> logs;
  for (int i = 0; i < 200; ++i) {
    const bool is_long = i % 2 == 0;
    sizes.push_back(is_long ? 1000 + i : 1 + 0.001 * i);
    logs.push_back((i % 4 < 2 ? 1 : -1) * (is_long ? 0.01 : 0.1));
  }
  const std::vector<double> spreads = spread_by_size(sizes, logs);
  EXPECT_DOUBLE_EQ(spreads[198], normal_factor * 0.01);
  EXPECT_DOUBLE_EQ(spreads[1], normal_factor * 0.1);
}

TEST(NullSpread, AnOutlierIsNoSpread) {
  const std::vector<double> sizes(100, 1.0);
  std::vector<double> logs(100, 0.01);
  logs[3] = 5;
  EXPECT_DOUBLE_EQ(spread_by_size(sizes, logs)[4], normal_factor * 0.01);
  EXPECT_DOUBLE_EQ(weighted_spread(sizes, logs), normal_factor * 0.01);
}

TEST(NullSpread, HeavyOnesCountMore) {
  const std::vector<double> weights{1, 1, 1, 10};
  const std::vector<double> logs{0.5, -0.5, 0.5, -0.02};
  EXPECT_DOUBLE_EQ(weighted_spread(weights, logs), normal_factor * 0.02);
}

}  // namespace
}  // namespace resnet_bench
