#include "statistics/distributions.hpp"

#include <cmath>
#include <limits>

namespace resnet_bench {
namespace {

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method as
/// changed by Thompson and Barnett (J. Comput. Phys. 64, 1986). Converges fast for
/// x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  constexpr double enough = 1e-15;
  constexpr int most = 100'000;  // sqrt(max(a, b)) are needed
  const auto not_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int m = 1; m < most; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / not_zero(1 + even * d);
    c = not_zero(1 + even / c);
    value *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / not_zero(1 + odd * d);
    c = not_zero(1 + odd / c);
    value *= d * c;
    if (std::abs(d * c - 1) < enough) break;
  }
  return value;
}

/// Regularised: I_x(a, b) of DLMF 8.17.2. `y` is 1 - x, given apart so as not to lose it to
/// rounding.
double regularised_beta(double a, double b, double x, double y) {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log(y));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, y) / b;
}

}  // namespace

double student_t_cdf(double t, double degrees) {
  const double both_tails =
      regularised_beta(degrees / 2, 0.5, degrees / (degrees + t * t), t * t / (degrees + t * t));
  return t < 0 ? both_tails / 2 : 1 - both_tails / 2;
}

double student_t_quantile(double probability, double degrees) {
  if (probability == 0.5) return 0;
  if (probability > 0.5) return -student_t_quantile(1 - probability, degrees);
  double low = -1;
  while (student_t_cdf(low, degrees) > probability) low *= 2;
  double high = 0;
  // Halving to the last bit: a few dozen evaluations, nowhere near a measured block.
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    (student_t_cdf(middle, degrees) < probability ? low : high) = middle;
  }
  return high;
}

}  // namespace resnet_bench
