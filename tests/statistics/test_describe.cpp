#include "statistics/describe.hpp"

#include <gtest/gtest.h>

#include <array>

namespace resnet_bench {
namespace {

constexpr std::array<double, 8> values = {3, 1, 4, 1, 5, 9, 2, 6};

// NumPy 2.4.6: percentile(v, [0, 10, 25, 50, 90, 95, 99, 100]), std(v, ddof=1),
// median(abs(v - median(v)))
TEST(Describe, AsNumPy) {
  const std::vector<double> in_order = sorted(values);
  EXPECT_EQ(percentile_of_sorted(in_order, 0), 1);
  EXPECT_EQ(percentile_of_sorted(in_order, 0.1), 1);
  EXPECT_EQ(percentile_of_sorted(in_order, 0.25), 1.75);
  EXPECT_EQ(percentile_of_sorted(in_order, 0.5), 3.5);
  EXPECT_NEAR(percentile_of_sorted(in_order, 0.9), 6.9, 1e-12);
  EXPECT_NEAR(percentile_of_sorted(in_order, 0.95), 7.95, 1e-12);
  EXPECT_NEAR(percentile_of_sorted(in_order, 0.99), 8.79, 1e-12);
  EXPECT_EQ(percentile_of_sorted(in_order, 1), 9);
  EXPECT_NEAR(mean(values), 3.875, 1e-15);
  EXPECT_NEAR(sample_deviation(values), 2.748376143938713, 1e-14);
  EXPECT_EQ(median(values), 3.5);
  EXPECT_EQ(median_deviation(values), 2);
}

TEST(Describe, OneValueIsAllItsPercentilesAndHasNoSpread) {
  const std::array<double, 1> one = {7};
  for (const double share : {0.0, 0.5, 0.99, 1.0}) EXPECT_EQ(percentile_of_sorted(one, share), 7);
  EXPECT_EQ(mean(one), 7);
  EXPECT_EQ(sample_deviation(one), 0);
  EXPECT_EQ(median_deviation(one), 0);
}

// The sum of squares less the square of the sum would cancel to nothing.
TEST(Describe, ASmallSpreadBesideALargeMeanIsKept) {
  const std::array<double, 3> large = {1e15 + 1, 1e15 + 2, 1e15 + 3};
  EXPECT_NEAR(sample_variance(large), 1, 1e-12);
}

}  // namespace
}  // namespace resnet_bench
