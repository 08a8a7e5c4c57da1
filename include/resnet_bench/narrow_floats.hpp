#pragma once

#include <cstdint>

namespace resnet_bench {

/// The upper half of an fp32: 8 bits of exponent, 8 of significand. For hosts and the reference
/// backend; a device has its own instructions. Rounds to nearest, ties to even.
class BFloat16 {
 public:
  BFloat16() = default;
  explicit BFloat16(float value);
  explicit BFloat16(double value);
  operator float() const;

 private:
  std::uint16_t bits_ = 0;
};

/// IEEE 754 binary16: 5 bits of exponent, 11 of significand. Above 65,504 it is infinite. As
/// BFloat16.
class Float16 {
 public:
  Float16() = default;
  explicit Float16(float value);
  explicit Float16(double value);
  operator float() const;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace resnet_bench
