// Bounds against what arithmetic in fp32 is seen to do, and against what they must not let through.
#include "resnet_bench/random.hpp"

#include "verify/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace resnet_bench::verify {
namespace {

/// The error of a sum of `length` products in fp32, one after the other, relative to the root of
/// the sum of their squares; `mean` of one factor, whose other part is standard normal.
double error_of_sum(std::int64_t length, double mean, std::int64_t seed) {
  const RandomStream x(seed, "x");
  const RandomStream w(seed, "w");
  float sum = 0;
  double exactly = 0;
  double squares = 0;
  for (std::int64_t i = 0; i < length; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    const auto a = x.normal(index) + static_cast<float>(mean);
    const float b = w.normal(index);
    sum += a * b;
    const double product = static_cast<double>(a) * static_cast<double>(b);
    exactly += product;
    squares += product * product;
  }
  return std::abs(static_cast<double>(sum) - exactly) / std::sqrt(squares);
}

TEST(Bounds, HoldForSumsOneTermAfterTheOther) {
  for (const std::int64_t length : {3, 27, 576, 4608, 100'000}) {
    const double allowed = sum_bound(length, DataType::f32).relative;
    for (std::int64_t seed = 1; seed <= 20; ++seed) {
      for (const double mean : {0.0, 4.0}) {
        EXPECT_LE(error_of_sum(length, mean, seed), 0.25 * allowed) << length;
      }
    }
  }
}

TEST(Bounds, AreFarBelowOneWrongTerm) {
  // A convolution of a ResNet's longest reduction, projected over 512 channels: one value that is
  // missing in one of them is half of its size or more, over the root of 512 squares.
  const double least_seen = 0.5 / std::sqrt(512.0);
  EXPECT_LT(sum_bound(4608, DataType::f32).relative, 0.1 * least_seen);
  EXPECT_LT(sum_bound(512, DataType::f32, 512, amplification("onednn-winograd")).relative,
            0.5 * least_seen);
  EXPECT_LT(sum_bound(401'408, DataType::f32).relative, 0.5 / std::sqrt(64.0));
}

TEST(Bounds, GrowWithLengthAlgorithmAndRoundoff) {
  EXPECT_LT(sum_bound(10, DataType::f32).relative, sum_bound(1000, DataType::f32).relative);
  EXPECT_LT(sum_bound(10, DataType::f64).relative, 1e-7 * sum_bound(10, DataType::f32).relative);
  EXPECT_EQ(amplification("openblas"), 1);
  EXPECT_GT(amplification("openblas-winograd"), 10);
  EXPECT_GT(roundings(DataType::f32, 49).relative, roundings(DataType::f32).relative);
}

}  // namespace
}  // namespace resnet_bench::verify
