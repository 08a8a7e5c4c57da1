#include "statistics/distributions.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench {
namespace {

struct Point {
  double x;
  double degrees;
  double value;
};

// scipy.stats.t.cdf(x, degrees), SciPy 1.17.1
TEST(StudentT, CdfAsSciPys) {
  for (const auto& [t, degrees, expected] : {Point{-12.7062, 1, 0.0250000092803552},
                                             {-1, 1, 0.25},
                                             {0.5, 2, 0.6666666666666666},
                                             {2, 4.5, 0.9458710464094375},
                                             {-3, 10, 0.006671827511284785},
                                             {1.96, 1e6, 0.9750019662073651},
                                             {40, 3, 0.9999828096596054},
                                             {-0.001, 7, 0.4996150086224994},
                                             {-8, 200, 4.939600454665298e-14}}) {
    EXPECT_NEAR(student_t_cdf(t, degrees) / expected, 1, 1e-9) << t << " of " << degrees;
  }
}

// scipy.stats.t.ppf(p, degrees), SciPy 1.17.1
TEST(StudentT, QuantileAsSciPys) {
  for (const auto& [p, degrees, expected] : {Point{0.975, 1, 12.706204736174694},
                                             {0.975, 2, 4.302652729749462},
                                             {0.95, 4.5, 2.065575888878524},
                                             {0.9, 30, 1.3104150253913955},
                                             {0.995, 1e4, 2.5763210466685282},
                                             {0.25, 3, -0.7648923284043444},
                                             {1e-6, 8, -12.109834665556214},
                                             {0.975, 1e6, 1.959966356814107}}) {
    EXPECT_NEAR(student_t_quantile(p, degrees) / expected, 1, 1e-8) << p << " of " << degrees;
  }
  EXPECT_EQ(student_t_quantile(0.5, 3), 0);
}

// With 1 degree of freedom it is Cauchy's distribution: 1/2 + atan(t) / pi.
TEST(StudentT, OneDegreeIsCauchys) {
  for (const double t : {-30.0, -2.0, -0.1, 0.0, 0.7, 5.0}) {
    EXPECT_NEAR(student_t_cdf(t, 1), 0.5 + std::atan(t) / std::acos(-1), 1e-14) << t;
  }
}

TEST(StudentT, QuantileUndoesCdf) {
  for (const double degrees : {1.0, 2.5, 17.0, 400.0}) {
    for (const double p : {0.001, 0.3, 0.6, 0.99}) {
      EXPECT_NEAR(student_t_cdf(student_t_quantile(p, degrees), degrees), p, 1e-13);
    }
  }
}

}  // namespace
}  // namespace resnet_bench
