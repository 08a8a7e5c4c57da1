#include "alone/turns.hpp"
#include "support/fake_time.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

using test::FakeClock;
using test::FakeMarker;

/// Work whose time a turn sets, by a clock that no machine disturbs.
class Turns : public testing::Test {
 protected:
  /// A turn of which each call takes as long as `ns(call)` says.
  Turn turn(std::function<std::int64_t(std::int64_t)> ns) {
    return {[this, ns = std::move(ns)](std::int64_t call) {
      clock_.wait(preparing_ns_);
      next_ns_ = ns(call);
    }};
  }

  std::vector<TurnSeries> measure(const std::vector<Turn>& turns, const TurnOptions& options) {
    return measure_in_turns(
        turns, [this] { clock_.wait(next_ns_); }, marker_, [this] { return clock_.read(); },
        options, &interrupted_);
  }

  FakeClock clock_;
  FakeMarker marker_{clock_};
  std::atomic<bool> interrupted_{false};
  std::int64_t preparing_ns_ = 0;
  std::int64_t next_ns_ = 0;
};

constexpr std::int64_t ms = 1'000'000;

TEST_F(Turns, EachHasItsOwnTimeAndPreparingIsInNone) {
  preparing_ns_ = 50 * ms;
  const auto series = measure(
      {turn([](std::int64_t) { return 2 * ms; }), turn([](std::int64_t) { return 3 * ms; })},
      {.seconds = 100});
  ASSERT_EQ(series.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const SeriesStatistics statistics = series_statistics(series[i].ns.kept());
    EXPECT_NEAR(static_cast<double>(*statistics.median_ns), static_cast<double>(2 + i) * ms, 10);
    EXPECT_TRUE(series[i].known);
    EXPECT_EQ(series[i].ns.count(), 10) << "a time that does not vary is known at the first look";
  }
}

TEST_F(Turns, TheFirstCallOfABlockIsNotMeasured) {
  // Slow wherever the call before was another turn's: as caches are.
  int last = -1;
  const auto slow_at_first = [&](int me) {
    return [&, me](std::int64_t) {
      const bool first = last != me;
      last = me;
      return first ? 100 * ms : 5 * ms;
    };
  };
  const auto series = measure({turn(slow_at_first(0)), turn(slow_at_first(1))},
                              {.seconds = 100, .block_seconds = 0.05});
  for (const TurnSeries& one : series) {
    EXPECT_NEAR(static_cast<double>(*series_statistics(one.ns.kept()).max_ns), 5e6, 10);
  }
}

TEST_F(Turns, WhatVariesIsMeasuredUntilItsTimeIsOver) {
  const auto series = measure(
      {turn([](std::int64_t call) { return ms + call * 7919 % 1000 * 2000; })}, {.seconds = 1});
  EXPECT_FALSE(series[0].known);
  EXPECT_GT(series[0].ns.count(), 300);
  EXPECT_LT(series[0].ns.count(), 600);
}

TEST_F(Turns, WithoutTimeThereAreStillAFewCallsOfEach) {
  const auto series = measure(
      {turn([](std::int64_t) { return 1000 * ms; }), turn([](std::int64_t) { return 2000 * ms; })},
      {.seconds = 0});
  EXPECT_EQ(series[0].ns.count(), 3);
  EXPECT_EQ(series[1].ns.count(), 3);
}

TEST_F(Turns, ADriftReachesAllAlike) {
  // Everything gets slower and slower: the same work keeps the same time in every turn.
  std::int64_t calls = 0;
  const auto drifting = [&](std::int64_t) { return ms + 1000 * calls++; };
  const auto series = measure({turn(drifting), turn(drifting)}, {.interval = 1e-9, .seconds = 20});
  const auto median_of = [&](int i) {
    return static_cast<double>(
        *series_statistics(series[static_cast<std::size_t>(i)].ns.kept()).median_ns);
  };
  EXPECT_GT(median_of(0), 1.5 * ms) << "the drift is large";
  EXPECT_NEAR(median_of(0) / median_of(1), 1, 0.05);
}

TEST_F(Turns, AnInterruptLeavesWhatThereIs) {
  const auto series = measure({turn([&](std::int64_t call) {
                                interrupted_ = call == 5;
                                return ms;
                              })},
                              {.seconds = 100});
  EXPECT_GT(series[0].ns.count(), 0);
  EXPECT_LE(series[0].ns.count(), 5);
  EXPECT_FALSE(series[0].known);
  EXPECT_TRUE(measure({}, {}).empty());
}

}  // namespace
}  // namespace resnet_bench
