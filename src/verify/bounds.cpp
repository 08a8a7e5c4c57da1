#include "verify/bounds.hpp"

#include "resnet_bench/roof.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace resnet_bench::verify {
namespace {

/// Our own sums are in double; of long ones it counts where the result is double, too.
constexpr double own_roundoff = 0x1p-53;

/// What is lost of a result that is no normal number: it may become zero, or in fp16, where it is
/// not rare, be rounded to a multiple of 2^-24.
double subnormal(DataType type) { return type == DataType::f16 ? 0x1p-24 : 1.2e-38; }

}  // namespace

double unit_roundoff(DataType type) {
  switch (type) {
    case DataType::bf16:
      return 0x1p-8;
    case DataType::f16:
      return 0x1p-11;
    case DataType::f32:
      return 0x1p-24;
    case DataType::f64:
      return 0x1p-53;
    case DataType::i32:
    case DataType::u8:
      return 0;
  }
  throw std::logic_error("verify: a type without a roundoff");
}

double sum_roundoff(DataType type) {
  return type == DataType::f64 ? unit_roundoff(DataType::f64) : unit_roundoff(DataType::f32);
}

double sum_growth(std::int64_t length) {
  constexpr double further = 16;
  const double root = std::sqrt(static_cast<double>(std::max<std::int64_t>(length, 1)));
  return lambda * root * std::min(root, further);
}

double amplification(const std::string& algorithm) {
  constexpr double of_winograd = 32;
  return multiplies_less(algorithm) ? of_winograd : 1;
}

Bound roundings(DataType type, double more) {
  const double count = 16 + more;
  const double narrow = unit_roundoff(type) > sum_roundoff(type) ? 4 * unit_roundoff(type) : 0;
  return {count * (sum_roundoff(type) + own_roundoff) + narrow, count * subnormal(type)};
}

Bound sum_bound(std::int64_t length, DataType written, std::int64_t projected, double amplified,
                double factor_roundoff) {
  const double terms = sum_growth(length) * amplified * sum_roundoff(written);
  const double own = sum_growth(length + projected) * own_roundoff;
  const double rounded = lambda * (unit_roundoff(written) + 2 * factor_roundoff);
  return {terms + own + rounded,
          static_cast<double>(length) * amplified * subnormal(DataType::f32) +
              lambda * std::sqrt(static_cast<double>(projected)) * subnormal(written)};
}

double factor_roundoff(Precision precision) {
  return precision == Precision::tf32 ? unit_roundoff(DataType::f16) : 0;
}

}  // namespace resnet_bench::verify
