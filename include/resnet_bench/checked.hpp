#pragma once

#include "resnet_bench/error.hpp"

#include <cstdint>
#include <limits>

namespace resnet_bench {

/// Products and sums of sizes. Operands are not negative. Throws Refusal on overflow of 63 bits:
/// a size that large was asked for, not computed by mistake.
inline std::int64_t checked_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) {
    throw Refusal("a tensor of this size has more than 2^63 elements or bytes");
  }
  return product;
}

inline std::int64_t checked_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) {
    throw Refusal("tensors of this size have more than 2^63 elements or bytes together");
  }
  return sum;
}

/// `bytes` raised to a multiple of `alignment`, a power of two.
inline std::int64_t align_up(std::int64_t bytes, std::int64_t alignment) {
  return checked_add(bytes, alignment - 1) & ~(alignment - 1);
}

}  // namespace resnet_bench
