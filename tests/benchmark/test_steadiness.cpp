#include "benchmark/steadiness.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace resnet_bench {
namespace {

/// Iterations of `level` ns with a deviation of 0.2 %, `slow` of them before at twice that.
DurationSeries warming(std::size_t slow, std::size_t settled) {
  DurationSeries series;
  const std::vector<double> noise = test::autoregression(slow + settled, 0, 5);
  for (std::size_t i = 0; i < slow + settled; ++i) {
    series.add(static_cast<std::int64_t>((i < slow ? 2'000'000 : 1'000'000) + 2e3 * noise[i]));
  }
  return series;
}

/// Iterations until warm-up is over; 0: not within 1000.
std::int64_t length_of_warmup(std::size_t slow) {
  WarmUp warm_up;
  const DurationSeries series = warming(slow, 1000);
  for (std::int64_t i = 1; i <= 1000; ++i) {
    warm_up.add(static_cast<std::int64_t>(series.kept()[static_cast<std::size_t>(i - 1)]));
    if (warm_up.is_over()) return i;
  }
  return 0;
}

TEST(WarmUp, EndsAtTheFirstLookWhereNothingChanges) { EXPECT_EQ(length_of_warmup(0), 8); }

TEST(WarmUp, LastsUntilItHasSettledForAsLong) {
  EXPECT_EQ(length_of_warmup(4), 8);
  EXPECT_EQ(length_of_warmup(5), 12) << "looks are after 8, 12, 18, 27, 40, ...";
  EXPECT_EQ(length_of_warmup(7), 18);
}

// From twice the level down to it in 30 iterations.
TEST(WarmUp, IsNotOverWhileIterationsGetFaster) {
  WarmUp warm_up;
  const std::vector<double> noise = test::autoregression(200, 0, 5);
  std::int64_t length = 0;
  while (length < 200 && !warm_up.is_over()) {
    const double above = std::max(0.0, 1 - static_cast<double>(length) / 30);
    warm_up.add(static_cast<std::int64_t>(1e6 * (1 + above) +
                                          2e3 * noise[static_cast<std::size_t>(length)]));
    ++length;
  }
  EXPECT_GE(length, 40);
  EXPECT_LE(length, 90);
}

TEST(Verdicts, ComeWithTheirEvidence) {
  EndRecords records;
  judge_warmup(warming(40, 60), records);
  judge_plain(warming(0, 100), records);
  EXPECT_EQ(records.warmup_verdict, "steady");
  EXPECT_EQ(records.plain_verdict, "steady");
  ASSERT_EQ(records.segments.size(), 3U);
  EXPECT_EQ(records.segments[0].kind, IterationKind::warmup);
  EXPECT_EQ(records.segments[0].first, 0);
  EXPECT_EQ(records.segments[0].iterations, 40);
  EXPECT_NEAR(static_cast<double>(records.segments[0].mean_ns), 2e6, 1e4);
  EXPECT_EQ(records.segments[1].first, 40);
  EXPECT_EQ(records.segments[1].position, 1);
  EXPECT_EQ(records.segments[2].kind, IterationKind::plain);
  EXPECT_EQ(records.segments[2].iterations, 100);
}

TEST(Verdicts, OfALongRunCoverAllItsIterations) {
  EndRecords records;
  judge_plain(warming(6000, 14'001), records);
  ASSERT_EQ(records.segments.size(), 2U);
  EXPECT_NEAR(static_cast<double>(records.segments[1].first), 6000, 100);
  EXPECT_EQ(records.segments[0].iterations + records.segments[1].iterations, 20'001);
}

TEST(Verdicts, OfNothingAreUnknown) {
  EndRecords records;
  judge_plain(DurationSeries(), records);
  EXPECT_EQ(records.plain_verdict, "unknown");
  EXPECT_TRUE(records.segments.empty());
}

}  // namespace
}  // namespace resnet_bench
