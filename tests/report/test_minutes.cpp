#include "report/minutes.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Warm-up of 10 s, then iterations of `seconds` each, plain and layered in turn, that begin every
/// 10 s; minute by minute.
std::vector<IterationRecord> iterations(const std::vector<double>& seconds) {
  std::vector<IterationRecord> result = {
      {.kind = IterationKind::warmup, .start_ns = 0, .wall_ns = 10 * second}};
  for (std::size_t minute = 0; minute < seconds.size(); ++minute) {
    for (int i = 0; i < 6; ++i) {
      result.push_back({.kind = i % 2 == 0 ? IterationKind::plain : IterationKind::layered,
                        .start_ns = static_cast<std::int64_t>(10 + 60 * minute + 10 * i) * second,
                        .wall_ns = static_cast<std::int64_t>(seconds[minute] * 1e9)});
    }
  }
  return result;
}

TEST(Minutes, SpeedOfThePlainIterationsOfEach) {
  const auto minutes = throughput_by_minute(iterations({8, 10, 9}), 16);
  ASSERT_EQ(minutes.size(), 3u);
  EXPECT_EQ(minutes[1].minute, 2);
  EXPECT_EQ(minutes[1].throughput->iterations, 3);
  EXPECT_DOUBLE_EQ(minutes[0].throughput->images_per_second, 2);
  EXPECT_DOUBLE_EQ(minutes[1].throughput->images_per_second, 1.6);
}

TEST(Minutes, AShortRunHasNone) {
  EXPECT_TRUE(throughput_by_minute(iterations({8}), 16).empty());
  EXPECT_TRUE(throughput_by_minute({}, 16).empty());
}

TEST(Minutes, TheLastBesideTheFirstAndTenALine) {
  std::vector<double> seconds(12, 10);
  seconds[0] = 8;
  seconds[10] = 10.5;
  const auto facts = minute_facts(throughput_by_minute(iterations(seconds), 16));
  ASSERT_EQ(facts.size(), 3u);
  EXPECT_EQ(facts[0].value,
            "the last has 80.0 % of the first's speed; the slowest, minute 11, 76.2 %");
  EXPECT_EQ(facts[1].name, "  1 to 10");
  EXPECT_EQ(facts[1].value, "2.00 1.60 1.60 1.60 1.60 1.60 1.60 1.60 1.60 1.60 images/s");
  EXPECT_EQ(facts[2].value, "1.52 1.60 images/s");
}

TEST(Minutes, AMinuteWithoutAPlainIterationIsADash) {
  std::vector<IterationRecord> some = iterations({10, 10, 10});
  for (IterationRecord& iteration : some) {
    if (iteration.start_ns / second / 60 == 1) iteration.kind = IterationKind::layered;
  }
  some[7].kind = IterationKind::layered;  // the second minute's first, begun at 70 s
  const auto minutes = throughput_by_minute(some, 16);
  ASSERT_EQ(minutes.size(), 3u);
  EXPECT_FALSE(minutes[1].throughput);
  EXPECT_EQ(minute_facts(minutes)[1].value, "1.60 - 1.60 images/s");
}

}  // namespace
}  // namespace resnet_bench
