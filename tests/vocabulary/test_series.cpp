#include "resnet_bench/series.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

/// 0 at 0, 10 at 100, 30 at 200.
Series bent_line() {
  Series series;
  series.add(0, 0);
  series.add(100, 10);
  series.add(150, std::nan(""));
  series.add(200, 30);
  return series;
}

TEST(Series, GrowthIsOnTheLineBetweenReadings) {
  const Series series = bent_line();
  EXPECT_DOUBLE_EQ(*series.growth(0, 200), 30);
  EXPECT_DOUBLE_EQ(*series.growth(50, 150), 15);
  EXPECT_DOUBLE_EQ(*series.growth(100, 100), 0);
  EXPECT_DOUBLE_EQ(*series.growth(-100, 300), 30) << "nothing grows where nothing was read";
}

TEST(Series, MeanIsWeightedByTime) {
  const Series series = bent_line();
  EXPECT_DOUBLE_EQ(*series.mean(0, 200), (5.0 * 100 + 20.0 * 100) / 200);
  EXPECT_DOUBLE_EQ(*series.mean(50, 150), (7.5 * 50 + 15.0 * 50) / 100);
  EXPECT_DOUBLE_EQ(*series.mean(200, 400), 30);
  EXPECT_DOUBLE_EQ(*series.mean(150, 150), 20);
}

TEST(Series, RangeIsOfTheReadingsAroundTheSpan) {
  const Series series = bent_line();
  EXPECT_EQ(series.range(120, 130)->least, 10);
  EXPECT_EQ(series.range(120, 130)->most, 30);
  EXPECT_EQ(series.range(0, 100)->least, 0);
  EXPECT_EQ(series.range(0, 100)->most, 10);
  EXPECT_EQ(series.range(300, 400)->least, 30);
}

TEST(Series, WithoutReadingsThereIsNoAnswer) {
  Series series;
  EXPECT_FALSE(series.growth(0, 1));
  EXPECT_FALSE(series.mean(0, 1));
  EXPECT_FALSE(series.range(0, 1));
  series.add(5, 1);
  EXPECT_FALSE(series.growth(0, 10)) << "one reading of a counter tells nothing";
  EXPECT_EQ(*series.mean(0, 10), 1);
}

TEST(Series, WhatIsForgottenIsNotNeededLater) {
  Series series = bent_line();
  series.forget_before(120);
  EXPECT_DOUBLE_EQ(*series.growth(150, 200), 10);
  EXPECT_EQ(series.range(120, 130)->least, 10);
  EXPECT_DOUBLE_EQ(*series.growth(0, 200), 20);
}

}  // namespace
}  // namespace resnet_bench
