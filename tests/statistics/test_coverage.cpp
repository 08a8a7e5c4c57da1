// How often 95 % intervals hold the true mean and median of made series whose values depend on each
// other. docs/measurements.md has the table that this prints.
#include "statistics/intervals.hpp"
#include "support/made_series.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace resnet_bench {
namespace {

constexpr int series_made = 1000;

struct Case {
  std::size_t n;
  double rho;
  double least_mean;  ///< of 1: what is claimed, less four standard errors of the trial
  double least_median;
};

struct Coverage {
  double mean = 0;
  double median = 0;
};

Coverage coverage(std::size_t n, double rho) {
  const auto holds_zero = [](const Interval& interval) {
    return interval.low <= 0 && interval.high >= 0 ? 1.0 / series_made : 0.0;
  };
  Coverage result;
  for (int i = 0; i < series_made; ++i) {
    const std::vector<double> series = test::autoregression(n, rho, i);
    result.mean += holds_zero(*mean_interval(series));
    result.median += holds_zero(*median_interval(series));
  }
  return result;
}

TEST(Coverage, OfAutoregressions) {
  // Few and strongly dependent values cannot say how dependent they are: what is claimed there is
  // less than 95 %, and the table says so.
  std::printf("    n   rho   mean  median\n");
  for (const auto& [n, rho, least_mean, least_median] : {Case{3, 0, 0.92, 0.92},
                                                         {8, 0, 0.92, 0.92},
                                                         {8, 0.6, 0.83, 0.85},
                                                         {32, 0, 0.92, 0.92},
                                                         {32, 0.6, 0.90, 0.90},
                                                         {32, 0.9, 0.85, 0.83},
                                                         {128, 0.6, 0.92, 0.92},
                                                         {128, 0.9, 0.90, 0.88},
                                                         {600, 0, 0.92, 0.92},
                                                         {600, 0.9, 0.92, 0.91},
                                                         {1500, 0.9, 0.92, 0.92}}) {
    const Coverage found = coverage(n, rho);
    std::printf("%5zu  %.1f  %.3f  %.3f\n", n, rho, found.mean, found.median);
    EXPECT_GE(found.mean, least_mean) << n << " values, rho " << rho;
    EXPECT_GE(found.median, least_median) << n << " values, rho " << rho;
    EXPECT_LE(found.mean, 0.99) << "wider than need be: " << n << " values, rho " << rho;
  }
}

}  // namespace
}  // namespace resnet_bench
