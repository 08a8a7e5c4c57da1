#pragma once

#include <bit>
#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cuda_double {

/// fp32 as tensor cores read it: 10 bits of mantissa, the nearest of them.
inline float to_tf32(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7f800000U) == 0x7f800000U) return value;  // infinite, or not a number
  return std::bit_cast<float>((bits + 0x1000U) & 0xffffe000U);
}

}  // namespace cuda_double
