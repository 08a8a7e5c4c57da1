#include "support/recording_sink.hpp"
#include "telemetry/fake_source.hpp"
#include "telemetry/telemetry_sink.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t origin = 50 * second;

/// A run whose clock a test moves, of a machine where others use `others` processors.
class SinkTest : public testing::Test {
 protected:
  void begin(double others) {
    std::vector<std::unique_ptr<SensorSource>> sources;
    // A sample at each end of a cycle of ten seconds.
    sources.push_back(std::make_unique<test::FakeSource>(others * 10));
    sampler_ = std::make_unique<Sampler>(std::move(sources), std::chrono::hours(1),
                                         [this] { return now_; });
    sink_ = std::make_unique<TelemetrySink>(recorded_, *sampler_, 2);
    sink_->begin_run({}, {}, {});
  }
  /// Ten seconds with one iteration in them.
  void cycle(std::int64_t number) {
    CycleRecords cycle{.origin_ns = origin};
    cycle.iterations.push_back(
        {.number = number, .start_ns = now_ - origin + 4 * second, .wall_ns = second});
    now_ += 10 * second;
    sink_->write_cycle(cycle);
  }

  std::int64_t now_ = origin;
  test::RecordingSink recorded_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<TelemetrySink> sink_;
};

TEST_F(SinkTest, ReadingsAreOnTheTimeOfTheIterations) {
  begin(0);
  cycle(0);
  ASSERT_EQ(recorded_.telemetry.size(), 6u);
  EXPECT_EQ(recorded_.telemetry[0].device, "cpu");
  EXPECT_EQ(recorded_.telemetry[0].sensor, "busy");
  EXPECT_EQ(recorded_.telemetry[0].time_ns, 0);
  EXPECT_EQ(recorded_.telemetry[5].device, "sampler");
  EXPECT_EQ(recorded_.telemetry[5].time_ns, 10 * second);
  EXPECT_EQ(recorded_.iterations.at(0).flags, "");
}

TEST_F(SinkTest, IterationsAreFlaggedAlsoWhileTheThreadRests) {
  begin(0.5);
  for (std::int64_t number = 0; number < 6; ++number) cycle(number);
  ASSERT_EQ(recorded_.iterations.size(), 6u);
  for (const IterationRecord& iteration : recorded_.iterations) {
    EXPECT_EQ(iteration.flags, "other-load");
    EXPECT_EQ(iteration.sampled, iteration.number % 4 != 1) << iteration.number;
  }
}

TEST_F(SinkTest, TheEndIsPassedOn) {
  begin(0);
  sink_->end_run({.end = RunEnd::interrupted, .reason = "why"});
  EXPECT_EQ(recorded_.ends, 1);
  EXPECT_EQ(recorded_.end, RunEnd::interrupted);
  EXPECT_EQ(recorded_.reason, "why");
}

}  // namespace
}  // namespace resnet_bench
