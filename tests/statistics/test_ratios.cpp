#include "statistics/ratios.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace resnet_bench {
namespace {

// Means and standard errors of {10.1, 9.9, 10.3, 9.7, 10.2} and {9.0, 9.4, 9.1, 8.9}.
constexpr MeanEstimate ten = {.mean = 10.04, .standard_error = 0.10770329614269018, .degrees = 4};
constexpr MeanEstimate nine = {.mean = 9.1, .standard_error = 0.10801234497346436, .degrees = 3};

// The formulas in NumPy 2.4.6, quantiles and tails by scipy.stats.t, SciPy 1.17.1
TEST(LogRatio, OfTwoMeansAsSciPys) {
  const LogRatio log = log_ratio(ten, nine);
  EXPECT_NEAR(log.value, 0.09830270074077885, 1e-14);
  EXPECT_NEAR(log.standard_error, 0.01599882166664603, 1e-14);
  EXPECT_NEAR(log.degrees, 6.599927323433747, 1e-10);
  EXPECT_NEAR(ratio(log), 10.04 / 9.1, 1e-14);
  EXPECT_NEAR(ratio_interval(log).low, 1.06183826, 1e-8);
  EXPECT_NEAR(ratio_interval(log).high, 1.14637385, 1e-8);
  EXPECT_NEAR(p_value(log), 0.0005914529373621248, 1e-12);
  EXPECT_NEAR(equivalence_p_value(log, 0.05), 0.9905983468735587, 1e-10);
  EXPECT_NEAR(equivalence_p_value(log, 0.2), 0.0007127858575636928, 1e-12);
  EXPECT_NEAR(least_detectable(log), 0.054105423985231264, 1e-10);
}

TEST(LogRatio, TheOtherWayRoundIsAsFarFromOne) {
  const LogRatio up = log_ratio(ten, nine);
  const LogRatio down = log_ratio(nine, ten);
  EXPECT_DOUBLE_EQ(up.value, -down.value);
  EXPECT_NEAR(p_value(up), p_value(down), 1e-15);
  EXPECT_NEAR(ratio_interval(up).low * ratio_interval(down).high, 1, 1e-12);
}

TEST(LogRatio, WithoutErrorIsDecided) {
  const MeanEstimate exact = {.mean = 5, .standard_error = 0, .degrees = 3};
  EXPECT_EQ(p_value(log_ratio(exact, exact)), 1);
  EXPECT_EQ(equivalence_p_value(log_ratio(exact, exact), 0.01), 0);
  const LogRatio apart = log_ratio({.mean = 6, .standard_error = 0, .degrees = 3}, exact);
  EXPECT_EQ(p_value(apart), 0);
  EXPECT_EQ(equivalence_p_value(apart, 0.01), 1);
}

TEST(LogRatio, OfPairs) {
  EXPECT_FALSE(log_ratio_of_pairs(std::array{0.1}));
  const auto log = log_ratio_of_pairs(std::array{0.1, 0.3, 0.1, 0.3});
  ASSERT_TRUE(log);
  EXPECT_NEAR(log->value, 0.2, 1e-15);
  EXPECT_NEAR(log->standard_error, std::sqrt(0.04 / 3) / 2, 1e-15);
}

// scipy.stats.false_discovery_control, SciPy 1.17.1
TEST(BenjaminiHochberg, AsSciPys) {
  const std::vector<double> adjusted =
      benjamini_hochberg(std::array{0.01, 0.04, 0.03, 0.005, 0.9, 0.02});
  const std::array expected = {0.03, 0.048, 0.045, 0.03, 0.9, 0.04};
  ASSERT_EQ(adjusted.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(adjusted[i], expected[i], 1e-15);
  EXPECT_TRUE(benjamini_hochberg({}).empty());
}

}  // namespace
}  // namespace resnet_bench
