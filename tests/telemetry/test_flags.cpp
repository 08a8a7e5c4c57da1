#include "telemetry/flags.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

constexpr std::int64_t second = 1'000'000'000;

/// An iteration of two seconds, from second 10 on, of a process that has two processors at 3 GHz.
class Flags : public testing::Test {
 protected:
  /// A counter that grows by `rate` a second from second 0 to 20.
  void counter(const std::string& device, const std::string& sensor, double rate) {
    Series& series = readings_[{device, sensor}];
    for (int i = 0; i <= 20; ++i) series.add(i * second, rate * i);
  }
  /// One that grows by `amount` between two seconds.
  void step(const std::string& device, const std::string& sensor, int at, double amount) {
    Series& series = readings_[{device, sensor}];
    for (int i = 0; i <= 20; ++i) series.add(i * second, i > at ? amount : 0);
  }
  std::string flags() const {
    return flags_of({.start_ns = 10 * second, .wall_ns = 2 * second}, readings_,
                    {.processors = 2, .clock_mhz = 3000});
  }

  SensorSeries readings_;
};

TEST_F(Flags, NothingIsKnown) { EXPECT_EQ(flags(), ""); }

TEST_F(Flags, OthersMayUseATenthOfAProcessorAndSomeTicks) {
  counter("cpu", "busy", 2.0);
  counter("process", "cpu", 1.89);
  EXPECT_EQ(flags(), "");
  readings_.clear();
  counter("cpu", "busy", 2.0);
  counter("process", "cpu", 1.87);
  EXPECT_EQ(flags(), "other-load");
}

TEST_F(Flags, LoadBeforeAndAfterIsNotLoadMeanwhile) {
  counter("process", "cpu", 0);
  step("cpu", "busy", 8, 5);
  EXPECT_EQ(flags(), "");
  readings_.erase({"cpu", "busy"});
  step("cpu", "busy", 12, 5);
  EXPECT_EQ(flags(), "");
  readings_.erase({"cpu", "busy"});
  step("cpu", "busy", 11, 5);
  EXPECT_EQ(flags(), "other-load");
}

TEST_F(Flags, StealAboveOnePercentOfTheProcessors) {
  counter("cpu", "steal", 0.0199);
  EXPECT_EQ(flags(), "");
  readings_.clear();
  counter("cpu", "steal", 0.0201);
  EXPECT_EQ(flags(), "steal");
}

TEST_F(Flags, AClockFivePercentBelowTheUsual) {
  Series& clock = readings_[{"cpu", "clock"}];
  clock.add(0, 3000);
  clock.add(10 * second, 2851);
  clock.add(12 * second, 2851);
  EXPECT_EQ(flags(), "");
  readings_.clear();
  Series& slower = readings_[{"cpu", "clock"}];
  slower.add(0, 3000);
  slower.add(10 * second, 2849);
  slower.add(12 * second, 2849);
  EXPECT_EQ(flags(), "slow-clock");
}

TEST_F(Flags, EventsAndSeveralWordsAtOnce) {
  step("cpu", "throttled", 10, 1);
  step("process", "major_faults", 11, 3);
  counter("cgroup", "throttled", 0.002);
  EXPECT_EQ(flags(), "throttled quota disk-reads");
}

}  // namespace
}  // namespace resnet_bench
