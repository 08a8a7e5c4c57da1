#include "resnet_bench/host_values.hpp"
#include "resnet_bench/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace resnet_bench {
namespace {

std::uint16_t bits_of(const auto& value) { return std::bit_cast<std::uint16_t>(value); }

/// A 16-bit format by its definition: the value of a pattern, and the nearest pattern by looking
/// through all of them.
class Format {
 public:
  explicit Format(int exponent_bits) : exponent_bits_(exponent_bits) {
    for (std::uint32_t p = 0; p <= infinity(); ++p) positive_.push_back(value(p));
  }

  std::uint16_t infinity() const {
    return static_cast<std::uint16_t>(((1 << exponent_bits_) - 1) << significand_bits());
  }
  /// Infinity counts as the value that would follow the largest.
  double value(std::uint32_t pattern) const {
    const int exponent = static_cast<int>(pattern & 0x7fff) >> significand_bits();
    const int significand = static_cast<int>(pattern) & ((1 << significand_bits()) - 1);
    const int hidden = exponent == 0 ? 0 : 1 << significand_bits();
    const int bias = (1 << (exponent_bits_ - 1)) - 1;
    const double size =
        std::ldexp(significand + hidden, std::max(exponent, 1) - bias - significand_bits());
    return (pattern & 0x8000) != 0 ? -size : size;
  }
  /// Of a positive number: ties to the even pattern.
  std::uint16_t nearest(double number) const {
    const auto found = std::lower_bound(positive_.begin(), positive_.end(), number);
    if (found == positive_.end()) return infinity();
    const auto above = static_cast<std::uint16_t>(found - positive_.begin());
    if (*found == number) return above;
    const auto below = static_cast<std::uint16_t>(above - 1);
    const double to_below = number - *std::prev(found);
    const double to_above = *found - number;
    if (to_below != to_above) return to_below < to_above ? below : above;
    return below % 2 == 0 ? below : above;
  }

 private:
  int significand_bits() const { return 15 - exponent_bits_; }

  int exponent_bits_;
  std::vector<double> positive_;  ///< by pattern, in rising order
};

template <class T>
struct NarrowFloat;
template <>
struct NarrowFloat<BFloat16> : Format {
  NarrowFloat() : Format(8) {}
};
template <>
struct NarrowFloat<Float16> : Format {
  NarrowFloat() : Format(5) {}
};

template <class T>
class NarrowFloats : public testing::Test {
 protected:
  NarrowFloat<T> format;
};
using Types = testing::Types<BFloat16, Float16>;
TYPED_TEST_SUITE(NarrowFloats, Types);

TYPED_TEST(NarrowFloats, EveryPatternThereAndBack) {
  for (std::uint32_t pattern = 0; pattern < 0x10000; ++pattern) {
    const auto bits = static_cast<std::uint16_t>(pattern);
    const auto number = std::bit_cast<TypeParam>(bits);
    if ((bits & 0x7fff) > this->format.infinity()) {
      ASSERT_TRUE(std::isnan(static_cast<float>(number))) << pattern;
      ASSERT_TRUE(std::isnan(static_cast<float>(TypeParam(static_cast<double>(number)))));
      continue;
    }
    if ((bits & 0x7fff) < this->format.infinity()) {
      ASSERT_EQ(static_cast<double>(number), this->format.value(pattern)) << pattern;
    } else {
      ASSERT_TRUE(std::isinf(static_cast<float>(number))) << pattern;
    }
    ASSERT_EQ(bits_of(TypeParam(static_cast<float>(number))), bits);
    ASSERT_EQ(bits_of(TypeParam(static_cast<double>(number))), bits);
  }
}

TYPED_TEST(NarrowFloats, NearestWithTiesToEven) {
  const RandomStream random(1, "numbers");
  std::vector<double> numbers{1e-300, 1e-45, 65504, 65519, 65520, 1e38, 1e39, 1e300};
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto pattern = static_cast<std::uint32_t>(random.bits(i) % this->format.infinity());
    const double value = this->format.value(pattern);
    const double middle = (value + this->format.value(pattern + 1)) / 2;
    // In double, hairs beside a middle: the nearest fp32 to them is the middle itself.
    for (const double hair : {0.0, 1e-12, -1e-12}) numbers.push_back(middle * (1 + hair));
    numbers.push_back(value * (1 + 0.01 * random.uniform(i)));
  }
  for (const double number : numbers) {
    const std::uint16_t want = this->format.nearest(number);
    ASSERT_EQ(bits_of(TypeParam(number)), want) << number;
    ASSERT_EQ(bits_of(TypeParam(-number)), want | 0x8000) << number;
  }
}

TEST(HostValues, BytesOfEveryTypeAndBack) {
  const std::vector<double> values{0, 1, 2, 200};
  for (const DataType type :
       {DataType::u8, DataType::i32, DataType::bf16, DataType::f16, DataType::f32, DataType::f64}) {
    const std::vector<std::byte> bytes = to_bytes(type, values);
    EXPECT_EQ(bytes.size(), values.size() * static_cast<std::size_t>(byte_size(type)));
    EXPECT_EQ(to_doubles(type, bytes), values) << to_string(type);
  }
  EXPECT_EQ(to_doubles(DataType::bf16, to_bytes(DataType::bf16, std::vector{257.0, -1e-3})),
            (std::vector{256.0, -0.00099945068359375}));
}

}  // namespace
}  // namespace resnet_bench
