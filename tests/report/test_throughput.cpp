#include "report/throughput.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

constexpr std::int64_t ms = 1'000'000;

// Batch 100 in 2, 1 and 4 s: 300 images in 7 s, speeds 50, 100 and 25. The mean of the speeds is
// 175/3, their squared distances from it add up to 8750/3, their variance is 8750/9, so that
// Y = sqrt(8750/9 / 3) = 18.002. Their median is 50, the distances 0, 50 and 25, Z = 1.4826 * 25.
TEST(Throughput, ByHand) {
  const auto result = throughput(100, {2000 * ms, 1000 * ms, 4000 * ms});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->iterations, 3);
  EXPECT_EQ(result->images, 300);
  EXPECT_EQ(result->total_ns, 7000 * ms);
  EXPECT_NEAR(result->images_per_second, 42.857142857, 1e-9);
  EXPECT_NEAR(result->plus_minus, std::sqrt(8750.0 / 27.0), 1e-12);
  EXPECT_NEAR(result->jitter, 37.065, 1e-12);
}

// Speeds 4, 2, 1 and 8: the median is 3, the distances 1, 1, 2 and 5, their median 1.5.
TEST(Throughput, AnEvenNumberHasItsMedianBetweenTwo) {
  const auto result = throughput(8, {2000 * ms, 4000 * ms, 8000 * ms, 1000 * ms});
  ASSERT_TRUE(result);
  EXPECT_NEAR(result->images_per_second, 32.0 / 15.0, 1e-12);
  EXPECT_NEAR(result->jitter, 1.4826 * 1.5, 1e-12);
}

TEST(Throughput, OneIterationHasNoSpread) {
  const auto result = throughput(32, {500 * ms});
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(result->images_per_second, 64);
  EXPECT_EQ(result->plus_minus, 0);
  EXPECT_EQ(result->jitter, 0);
}

TEST(Throughput, NoneRatherThanNaN) {
  EXPECT_FALSE(throughput(32, {}));
  EXPECT_FALSE(throughput(32, {500 * ms, 0}));
}

}  // namespace
}  // namespace resnet_bench
