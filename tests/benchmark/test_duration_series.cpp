#include "benchmark/duration_series.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(DurationSeries, KeepsEveryOneUpToTheLimitAndThenEverySecondOne) {
  constexpr auto limit = static_cast<std::int64_t>(DurationSeries::limit);
  DurationSeries series;
  for (std::int64_t i = 0; i < limit; ++i) series.add(i);
  EXPECT_EQ(series.kept().size(), DurationSeries::limit);
  EXPECT_EQ(series.stride(), 1);
  for (std::int64_t i = limit; i < 3 * limit; ++i) series.add(i);
  EXPECT_EQ(series.stride(), 4);
  EXPECT_EQ(series.count(), 3 * limit);
  EXPECT_EQ(series.sum_ns(), 3 * limit * (3 * limit - 1) / 2);
  for (std::size_t i = 0; i < series.kept().size(); ++i) {
    ASSERT_EQ(series.kept()[i], static_cast<double>(4 * i));
  }
  EXPECT_EQ(static_cast<std::int64_t>(series.kept().size()), 3 * limit / 4);
}

TEST(SeriesStatistics, OfOneIterationItIsThatOneAndNothingOfItsSpread) {
  const SeriesStatistics one = series_statistics(std::vector<double>{7});
  EXPECT_EQ(one.median_ns, 7);
  EXPECT_EQ(one.p99_ns, 7);
  EXPECT_EQ(one.min_ns, 7);
  EXPECT_EQ(one.max_ns, 7);
  EXPECT_EQ(one.effective_count, 1);
  EXPECT_FALSE(one.std_ns);
  EXPECT_FALSE(one.ci_low_ns);
  EXPECT_FALSE(one.mean_ci_high_ns);
  EXPECT_FALSE(series_statistics({}).median_ns);
  EXPECT_FALSE(run_stat(IterationKind::plain, DurationSeries()));
}

// An interval of two values as far apart reaches below 0, where no time is.
TEST(SeriesStatistics, NoIntervalReachesBelowZero) {
  const SeriesStatistics two = series_statistics(std::vector<double>{1, 1000});
  EXPECT_EQ(two.mean_ci_low_ns, 0);
  EXPECT_EQ(two.ci_low_ns, 0);
  EXPECT_GT(*two.mean_ci_high_ns, 1000);
}

TEST(RunStat, ByHand) {
  DurationSeries series;
  for (const std::int64_t ns : {10, 20, 60}) series.add(ns);
  const auto stat = run_stat(IterationKind::plain, series);
  ASSERT_TRUE(stat);
  EXPECT_EQ(stat->iterations, 3);
  EXPECT_EQ(stat->sum_ns, 90);
  EXPECT_EQ(stat->mean_ns, 30);
  EXPECT_EQ(stat->series.median_ns, 20);
  EXPECT_EQ(stat->series.mad_ns, 10);
  EXPECT_EQ(stat->series.std_ns, 26) << "sqrt((400 + 100 + 900) / 2)";
}

}  // namespace
}  // namespace resnet_bench
