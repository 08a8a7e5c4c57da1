#include "benchmark/stopping.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

struct Outcome {
  std::int64_t iterations = 0;
  double mean = 0;
};

/// Cycles of 5 iterations of 1 ms, with a deviation, until the interval is within 1 %.
Outcome run(double deviation, double rho, std::int64_t seed) {
  constexpr std::int64_t most = 20'000;
  const std::vector<double> noise = test::autoregression(most, rho, seed);
  Stopping stopping(0.01);
  DurationSeries series;
  for (std::int64_t i = 0; i < most; ++i) {
    const double value = 1e6 * (1 + deviation * noise[static_cast<std::size_t>(i)]);
    series.add(static_cast<std::int64_t>(value));
    if ((i + 1) % 5 == 0 && stopping.is_reached(series, (i + 1) / 5)) break;
  }
  return {series.count(),
          static_cast<double>(series.sum_ns()) / static_cast<double>(series.count())};
}

// (1.96 deviation / 0.01)^2 independent values are needed: 96 at 5 %, 384 at 10 %.
TEST(Stopping, TakesAsManyIterationsAsTheSpreadAsksFor) {
  EXPECT_EQ(run(0.001, 0, 1).iterations, 40) << "8 cycles at least";
  const std::int64_t some = run(0.05, 0, 1).iterations;
  EXPECT_GE(some, 60);
  EXPECT_LE(some, 250);
  const std::int64_t more = run(0.10, 0, 1).iterations;
  EXPECT_GE(more, 250);
  EXPECT_LE(more, 900);
  // Three times as many at rho = 0.5: (1 + rho) / (1 - rho).
  EXPECT_GE(run(0.10, 0.5, 1).iterations, 700);
}

// What it says of the mean is to hold although it stopped where it liked what it saw.
TEST(Stopping, TheMeanIsAsNearAsItSays) {
  int far = 0;
  for (int seed = 0; seed < 300; ++seed) far += std::abs(run(0.06, 0.3, seed).mean - 1e6) > 1e4;
  EXPECT_LE(far, 24) << "of 300, of which 5 % are 15";
}

TEST(Stopping, AConstantIsKnownAtOnceAndNothingNever) {
  EXPECT_EQ(run(0, 0, 1).iterations, 40);
  EXPECT_FALSE(Stopping(0.01).is_reached(DurationSeries(), 100));
}

}  // namespace
}  // namespace resnet_bench
