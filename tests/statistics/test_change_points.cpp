#include "statistics/change_points.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

struct Level {
  std::size_t count;
  double mean;
};

/// Levels one behind the other, with noise of 1 % of 100.
std::vector<double> levels(std::initializer_list<Level> parts, double rho = 0,
                           std::int64_t seed = 1) {
  std::size_t n = 0;
  for (const Level& part : parts) n += part.count;
  std::vector<double> series = test::autoregression(n, rho, seed);
  std::size_t at = 0;
  for (const Level& part : parts) {
    for (std::size_t i = 0; i < part.count; ++i, ++at) series[at] += part.mean;
  }
  return series;
}

Steadiness verdict(const std::vector<double>& series) {
  return classify(segments_of(series), 0.25);
}

TEST(ChangePoints, ThereAreNoneInNoise) {
  int changed = 0;
  for (std::int64_t seed = 0; seed < 200; ++seed) {
    const auto n = static_cast<std::size_t>(10 + 3 * seed);
    changed += segments_of(levels({{n, 100}}, 0, seed)).size() > 1;
    changed += segments_of(levels({{n, 100}}, 0.3, seed)).size() > 1;
  }
  EXPECT_LE(changed, 4) << "of 400";
}

TEST(ChangePoints, AreFoundWhereTheyAre) {
  const std::vector<Segment> found = segments_of(levels({{30, 110}, {50, 100}, {40, 104}}));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].first, 0U);
  EXPECT_NEAR(static_cast<double>(found[1].first), 30, 2);
  EXPECT_NEAR(static_cast<double>(found[2].first), 80, 3);
  EXPECT_EQ(found[2].first + found[2].count, 120U);
  EXPECT_NEAR(found[0].mean, 110, 1);
  EXPECT_NEAR(found[1].mean, 100, 1);
}

TEST(ChangePoints, OfALongSeriesAreFoundInMeansOfNeighbours) {
  const std::vector<Segment> found = segments_of(levels({{3000, 101}, {6000, 100}}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(static_cast<double>(found[1].first), 3000, 50);
  EXPECT_EQ(found[0].count + found[1].count, 9000U);
}

TEST(ChangePoints, AnInterruptionIsNone) {
  std::vector<double> series = levels({{60, 100}});
  series[20] = 100'000;
  series[41] = 300;
  EXPECT_EQ(segments_of(series).size(), 1U);
}

TEST(ChangePoints, OfAConstantAndOfLittleThereAreNone) {
  EXPECT_EQ(segments_of(std::vector<double>(100, 7)).size(), 1U);
  EXPECT_EQ(segments_of(std::vector<double>{1, 100}).size(), 1U);
  EXPECT_TRUE(segments_of(std::vector<double>{}).empty());
}

TEST(Steadiness, OfMadeSeries) {
  EXPECT_EQ(verdict(levels({{100, 100}})), Steadiness::steady);
  EXPECT_EQ(verdict(levels({{20, 150}, {80, 100}})), Steadiness::steady) << "a warm-up";
  EXPECT_EQ(verdict(levels({{40, 100}, {60, 120}})), Steadiness::slowing);
  EXPECT_EQ(verdict(levels({{30, 150}, {30, 100}, {60, 110}})), Steadiness::slowing);
  EXPECT_EQ(verdict(levels({{90, 100}, {10, 120}})), Steadiness::no_steady_state);
  EXPECT_EQ(verdict(levels({{90, 120}, {10, 100}})), Steadiness::no_steady_state);
  EXPECT_EQ(verdict(levels({{7, 100}})), Steadiness::unknown);
  EXPECT_EQ(verdict({}), Steadiness::unknown);
}

// By hand: the last level holds 40 of 100, the one before is within 1 % of it.
TEST(Steadiness, LevelsWithinOnePercentAreOne) {
  const std::vector<Segment> segments = {{0, 30, 150}, {30, 60, 100}, {90, 10, 100.9}};
  EXPECT_EQ(classify(segments, 0.5), Steadiness::steady);
  EXPECT_EQ(classify(segments, 0.75), Steadiness::no_steady_state);
}

}  // namespace
}  // namespace resnet_bench
