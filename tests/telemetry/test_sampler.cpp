#include "telemetry/fake_source.hpp"
#include "telemetry/sampler.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace resnet_bench {
namespace {

std::vector<std::unique_ptr<SensorSource>> one_source() {
  std::vector<std::unique_ptr<SensorSource>> sources;
  sources.push_back(std::make_unique<test::FakeSource>());
  return sources;
}

TEST(Sampler, ReadsWhenAskedAndHasItsOwnCostAsTheLastSensor) {
  std::int64_t now = 100;
  Sampler sampler(one_source(), std::chrono::hours(1), [&] { return now += 7; });
  ASSERT_EQ(sampler.sensors().size(), 3u);
  EXPECT_EQ(sampler.sensors().back().device, "sampler");
  EXPECT_EQ(sampler.missing(), (std::vector<std::string>{"tea (kettle not here)"}));
  sampler.sample();
  sampler.sample();
  const std::vector<Sample> samples = sampler.take();
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[0].time_ns, 107);
  EXPECT_EQ(samples[1].time_ns, 114);
  EXPECT_EQ(samples[1].values[0], 1);
  EXPECT_GT(samples[0].values[2], 0);
  EXPECT_GT(samples[1].values[2], samples[0].values[2]);
  EXPECT_TRUE(sampler.take().empty());
}

TEST(Sampler, ItsThreadReadsAfterResumeAndNotAfterPause) {
  std::atomic<int> reads{0};
  Sampler sampler(one_source(), std::chrono::milliseconds(1), [&] { return ++reads; });
  EXPECT_EQ(reads, 0);
  sampler.resume();
  while (reads < 3) std::this_thread::yield();
  sampler.pause();
  const int so_far = reads;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(reads, so_far);
  EXPECT_EQ(sampler.take().size(), static_cast<std::size_t>(so_far));
  sampler.resume();
  while (reads == so_far) std::this_thread::yield();
}

TEST(Sampler, EndsAtOnceHoweverLongItsPeriod) {
  Sampler sampler(one_source(), std::chrono::hours(1), [] { return 0; });
  sampler.resume();
}

}  // namespace
}  // namespace resnet_bench
