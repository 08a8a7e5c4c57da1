#include "statistics/describe.hpp"
#include "statistics/intervals.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace resnet_bench {
namespace {

TEST(MeanInterval, OneValueHasNone) {
  const std::array<double, 1> one = {5};
  EXPECT_EQ(effective_count(one), 1);
  EXPECT_FALSE(estimate_mean(one));
  EXPECT_FALSE(mean_interval(one));
  EXPECT_FALSE(median_interval(one));
  EXPECT_FALSE(median_interval(std::span<const double>()));
}

// Alternating, so that no correlation is positive and n counts in full: mean 10, deviation
// sqrt(4/3), scipy.stats.t.ppf(0.975, 3) = 3.182446305284263. The variance is over n - 1.
TEST(MeanInterval, WithoutDependenceIsStudents) {
  const std::array<double, 4> series = {9, 11, 9, 11};
  EXPECT_EQ(effective_count(series), 4);
  const std::optional<Interval> interval = mean_interval(series);
  ASSERT_TRUE(interval);
  const double half = 3.182446305284263 * std::sqrt(4.0 / 3) / 2;
  EXPECT_NEAR(interval->low, 10 - half, 1e-9);
  EXPECT_NEAR(interval->high, 10 + half, 1e-9);
}

TEST(MeanInterval, OfAConstantHasNoWidth) {
  for (const std::size_t n : {2U, 7U, 2000U}) {
    const std::vector<double> series(n, 3.5);
    EXPECT_EQ(effective_count(series), static_cast<double>(n));
    for (const auto& interval : {mean_interval(series), median_interval(series)}) {
      ASSERT_TRUE(interval);
      EXPECT_EQ(interval->low, 3.5);
      EXPECT_EQ(interval->high, 3.5);
    }
  }
}

// Of an AR(1) series, n / effective count goes to (1 + rho) / (1 - rho).
TEST(EffectiveCount, OfAnAutoregression) {
  constexpr std::size_t n = 100'000;
  for (const double rho : {0.0, 0.5, 0.8}) {
    const std::vector<double> series = test::autoregression(n, rho, 1);
    const double tau = static_cast<double>(n) / effective_count(series);
    EXPECT_NEAR(tau * (1 - rho) / (1 + rho), 1, 0.35) << rho;
  }
}

TEST(EffectiveCount, OfATrendIsAHandful) {
  std::vector<double> trend;
  for (int i = 0; i < 300; ++i) trend.push_back(i);
  EXPECT_LT(effective_count(trend), 5);
}

TEST(MedianInterval, HoldsTheMedianAndMindsNoOutlier) {
  std::vector<double> series = test::autoregression(101, 0, 3);
  const Interval before = *median_interval(series);
  EXPECT_LT(before.low, median(series));
  EXPECT_GT(before.high, median(series));
  *std::max_element(series.begin(), series.end()) = 1e9;
  const Interval after = *median_interval(series);
  EXPECT_NEAR(after.high, before.high, 0.2);
}

}  // namespace
}  // namespace resnet_bench
