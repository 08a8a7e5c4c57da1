#include "resnet_bench/narrow_floats.hpp"

#include <bit>
#include <cmath>

namespace resnet_bench {
namespace {

constexpr std::uint32_t sign_bit = 0x8000'0000;
constexpr std::uint32_t infinity = 0x7f80'0000;

/// Rounded to odd: what was cut off shows in the last bit, so that a second rounding, to fewer
/// bits, gives what one rounding would (Boldo and Melquiond 2008).
float to_odd(double value) {
  const auto rounded = static_cast<float>(value);
  if (static_cast<double>(rounded) == value) return rounded;
  auto bits = std::bit_cast<std::uint32_t>(rounded);
  if (std::abs(static_cast<double>(rounded)) > std::abs(value)) --bits;
  return std::bit_cast<float>(bits | 1);
}

std::uint16_t bfloat16_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(bits >> 16 | 0x40);  // stays one
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

std::uint16_t float16_bits(float value) {
  constexpr std::uint32_t least_normal = 0x3880'0000;  // 2^-14
  constexpr std::uint32_t too_large = 0x4780'0000;     // 2^16
  constexpr std::uint32_t rebias = (127 - 15) << 23;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits & sign_bit) >> 16;
  std::uint32_t size = bits & ~sign_bit;
  if (size > infinity) return static_cast<std::uint16_t>(sign | 0x7e00);
  if (size >= too_large) return static_cast<std::uint16_t>(sign | 0x7c00);
  if (size < least_normal) {
    // The addition rounds to multiples of 2^-24, a binary16 denormal's unit.
    const float shifted = std::bit_cast<float>(size) + 0.5F;
    return static_cast<std::uint16_t>(
        sign | (std::bit_cast<std::uint32_t>(shifted) - std::bit_cast<std::uint32_t>(0.5F)));
  }
  size += 0xfff + (size >> 13 & 1);
  return static_cast<std::uint16_t>(sign | (size - rebias) >> 13);
}

}  // namespace

BFloat16::BFloat16(float value) : bits_(bfloat16_bits(value)) {}
BFloat16::BFloat16(double value) : BFloat16(to_odd(value)) {}
BFloat16::operator float() const {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits_) << 16);
}

Float16::Float16(float value) : bits_(float16_bits(value)) {}
Float16::Float16(double value) : Float16(to_odd(value)) {}
Float16::operator float() const {
  const int exponent = bits_ >> 10 & 0x1f;
  const int significand = bits_ & 0x3ff;
  const float sign = (bits_ & 0x8000) != 0 ? -1.0F : 1.0F;
  if (exponent == 0x1f) {
    return std::copysign(significand == 0 ? HUGE_VALF : std::nanf(""), sign);
  }
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(significand), -24);
  return sign * std::ldexp(static_cast<float>(significand + 0x400), exponent - 25);
}

}  // namespace resnet_bench
