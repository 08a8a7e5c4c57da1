#pragma once

#include "resnet_bench/random.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench::test {

/// x(i) = rho x(i-1) + sqrt(1 - rho^2) e(i), e standard normal: mean 0, variance 1 from the start.
inline std::vector<double> autoregression(std::size_t n, double rho, std::int64_t seed) {
  const RandomStream noise(seed, "autoregression");
  std::vector<double> series(n);
  double value = noise.normal(0);
  for (std::size_t i = 0; i < n; ++i) {
    series[i] = value;
    value = rho * value + std::sqrt(1 - rho * rho) * noise.normal(i + 1);
  }
  return series;
}

}  // namespace resnet_bench::test
