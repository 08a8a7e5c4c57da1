#pragma once

#include "resnet_bench/precision.hpp"
#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <string>

/// How far a right result may be off, from the precision and from how many terms are added up.
///
/// With rounding errors that are independent and of mean zero, the error of a sum of K products is
/// below lambda * u * sqrt(sum of the squares of the partial sums) but for a probability of
/// 2 exp(-lambda^2 / 2) (Higham and Mary 2019, "A new approach to probabilistic rounding error
/// analysis"). Partial sums of terms of mixed sign wander: about as far as the root of the sum of
/// their squares, R. Allowed is 16 times as far, or sqrt(K) where that is less, for no partial sum
/// can be larger. That makes lambda * sqrt(K) * min(sqrt(K), 16) * u, relative to R.
namespace resnet_bench::verify {

/// Standard deviations: 2 exp(-32) = 3e-14 for each value looked at.
constexpr double lambda = 8;

/// Half of the distance from 1 to the next number: 2^-24 of f32, 2^-8 of bf16.
double unit_roundoff(DataType type);

/// Of the type in which terms are added up where tensors are of `type`.
double sum_roundoff(DataType type);

/// Of a sum of `length` terms, in units of the roundoff, relative to the root of the sum of their
/// squares; with lambda in it.
double sum_growth(std::int64_t length);

/// How much larger an algorithm's errors are than those of sums by definition. Winograd's
/// F(4x4,3x3) transforms with factors up to 8: the root of the sum of the squares over all ways
/// from an input to an output is 9.7 along each axis, where three taps have 1.7 (Lavin and Gray
/// 2016; how errors follow from the transforms: Barabasz et al. 2020, "Error analysis and improving
/// the accuracy of Winograd convolution for deep neural networks"). 9.7^2 / 3 = 31.
double amplification(const std::string& algorithm);

/// What a result may be off by: relative * its scale + absolute, which is for results so small that
/// they are no normal numbers.
struct Bound {
  double relative = 0;
  double absolute = 0;
};

/// Of an elementwise result, relative to the sum of its terms' sizes: 16 roundings, for a handful
/// of operations in whatever order and with rounded coefficients, and `more`, one each; where
/// `type` is narrower than sums are, four of its own.
Bound roundings(DataType type, double more = 0);
/// Of what is only moved or chosen: none, but that subnormal numbers may have become zero.
constexpr Bound exact{0, 1.2e-38};

/// Of a sum of `length` products that is written as `written`; relative to the root of the sum of
/// their squares and that of the result. `projected`: results that the check adds up.
/// `factor_roundoff`: of factors before they are multiplied.
Bound sum_bound(std::int64_t length, DataType written, std::int64_t projected = 1,
                double amplified = 1, double factor_roundoff = 0);

/// 2^-11 of tf32, which rounds what it multiplies; else 0.
double factor_roundoff(Precision precision);

}  // namespace resnet_bench::verify
