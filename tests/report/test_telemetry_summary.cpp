#include "report/example_report.hpp"
#include "report/telemetry_summary.hpp"
#include "report/telemetry_wording.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

constexpr std::int64_t second = 1'000'000'000;

/// Warm-up until second 10, two plain and two layered iterations of 5 s until second 30.
std::vector<IterationRecord> iterations() {
  const auto iteration = [](std::int64_t number, IterationKind kind, std::int64_t start) {
    return IterationRecord{
        .number = number, .kind = kind, .start_ns = start * second, .wall_ns = 5 * second};
  };
  return {iteration(0, IterationKind::warmup, 0),   iteration(1, IterationKind::warmup, 5),
          iteration(2, IterationKind::plain, 10),   iteration(3, IterationKind::plain, 15),
          iteration(4, IterationKind::layered, 20), iteration(5, IterationKind::layered, 25)};
}

class Readings {
 public:
  /// A counter with one rate in warm-up and another later, read at odd times.
  Readings& counter(const char* device, const char* sensor, double before, double rate) {
    rows_.push_back({device, sensor, -1 * second, -before});
    rows_.push_back({device, sensor, 10 * second, 10 * before});
    for (const int at : {12, 19, 28, 31}) {
      rows_.push_back({device, sensor, at * second, 10 * before + rate * (at - 10)});
    }
    return *this;
  }
  Readings& gauge(const char* device, const char* sensor, double value) {
    rows_.push_back({device, sensor, 0, value});
    return *this;
  }
  std::optional<TelemetrySummary> summary() const {
    return summarize_telemetry(rows_, iterations(), 8);
  }

 private:
  std::vector<TelemetryRecord> rows_;
};

TEST(TelemetrySummary, RatesAreOfTheMeasuredTimeAlone) {
  const auto summary = Readings()
                           .counter("process", "cpu", 0.5, 1.5)
                           .counter("cpu", "busy", 2, 1.75)
                           .counter("cpu", "steal", 1, 0.125)
                           .counter("process", "minor_faults", 1000, 2)
                           .counter("sampler", "cpu", 0, 0.001)
                           .summary();
  ASSERT_TRUE(summary);
  EXPECT_DOUBLE_EQ(summary->seconds, 20);
  EXPECT_DOUBLE_EQ(*summary->own_processors, 1.5);
  EXPECT_DOUBLE_EQ(*summary->other_processors, 0.25);
  EXPECT_DOUBLE_EQ(*summary->steal_processors, 0.125);
  EXPECT_DOUBLE_EQ(*summary->minor_faults, 10) << "an iteration of 5 s";
  EXPECT_DOUBLE_EQ(*summary->sampler_share, 0.001);
  EXPECT_FALSE(summary->package_watts);
  EXPECT_FALSE(summary->clock_mhz);
}

TEST(TelemetrySummary, JoulesAnImageAreOfAllPackagesAndTheirMemory) {
  const auto summary = Readings()
                           .counter("package-0", "energy", 10, 100)
                           .counter("package-1", "energy", 10, 60)
                           .counter("package-0/dram", "energy", 1, 20)
                           .summary();
  EXPECT_DOUBLE_EQ(*summary->package_watts, 160);
  EXPECT_DOUBLE_EQ(*summary->dram_watts, 20);
  EXPECT_DOUBLE_EQ(*summary->joules_per_image, 180.0 * 20 / (4 * 8));
}

TEST(TelemetrySummary, GaugesAreOfTheMomentBeforeWhereNothingIsNewer) {
  const auto summary = Readings()
                           .gauge("cpu", "clock", 2500)
                           .gauge("cpu:0", "clock", 2400)
                           .gauge("cpu:1", "clock", 2600)
                           .gauge("cpu", "temperature", 61)
                           .summary();
  EXPECT_EQ(*summary->clock_mhz, 2500);
  EXPECT_EQ(summary->clock_range->least, 2400);
  EXPECT_EQ(summary->clock_range->most, 2600);
  EXPECT_EQ(*summary->temperature_c, 61);
}

TEST(TelemetrySummary, NothingWithoutReadingsOrIterations) {
  EXPECT_FALSE(Readings().summary());
  EXPECT_FALSE(summarize_telemetry({{"cpu", "clock", 0, 1}}, {}, 8));
}

TEST(TelemetrySummary, TheSamplersCostIsThatOfPlainIterationsWithIt) {
  std::vector<IterationRecord> some;
  const auto add = [&](std::int64_t wall_ns, bool sampled) {
    some.push_back({.start_ns = 0, .wall_ns = wall_ns, .sampled = sampled});
  };
  for (const std::int64_t wall : {1010, 1030}) add(wall, true);
  for (const std::int64_t wall : {990, 1010}) add(wall, false);
  const auto summary = summarize_telemetry({{"cpu", "clock", 0, 1}}, some, 8);
  ASSERT_TRUE(summary && summary->sampler_cost);
  EXPECT_EQ(summary->sampler_cost->with, 2);
  EXPECT_EQ(summary->sampler_cost->without, 2);
  EXPECT_NEAR(summary->sampler_cost->share, 0.02, 1e-12);
  // Both means have a standard error of 10.
  EXPECT_NEAR(summary->sampler_cost->plus_minus,
              1.96 * 1.02 * std::sqrt(std::pow(10.0 / 1020, 2) + std::pow(10.0 / 1000, 2)), 1e-12);
  some.resize(3);
  EXPECT_FALSE(summarize_telemetry({{"cpu", "clock", 0, 1}}, some, 8)->sampler_cost);
}

std::string line(const Report& report, const std::string& name) {
  for (const Fact& fact : telemetry_facts(report)) {
    if (fact.name == name) return fact.value;
  }
  return "";
}

TEST(TelemetryWording, FlaggedIterationsWithAndWithout) {
  CycleRecords cycle = example::cycle();
  cycle.iterations[2].flags = "steal other-load";  // plain, 2.5 ms; the other took 2 ms
  cycle.iterations[3].flags = "steal";             // layered
  cycle.telemetry = {{"cpu", "clock", 0, 2100}};
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), example::layers(), example::passes());
  store.write_cycle(cycle);
  store.end_run(
      {.end = RunEnd::done, .run_stats = example::run_stats(), .step_stats = example::stats()});
  Report report = load_report(store.database(), 1);
  EXPECT_EQ(line(report, "flagged"),
            "1 of 2 plain iterations (other-load 1, steal 1); without them 4000.0 images/s, "
            "+12.50 %");
  EXPECT_EQ(line(report, "clock"), "2100 MHz");
  EXPECT_EQ(line(report, "energy"), "");
  report.unflagged.reset();
  report.flagged_plain = 2;
  EXPECT_EQ(line(report, "flagged"),
            "2 of 2 plain iterations (other-load 1, steal 1); none without");
}

TEST(TelemetryWording, NoWordOfARunWithoutSensors) {
  EXPECT_TRUE(telemetry_facts(example::report()).empty());
}

}  // namespace
}  // namespace resnet_bench
