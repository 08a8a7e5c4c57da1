#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// y = relu(x * scale + shift + shortcut) over dense rows of channels of float or BFloat16.
template <class T>
struct BatchNormApply {
  std::int64_t channels;
  const T* x;
  const float* scale;           ///< of all channels
  const float* shift;           ///< of all channels
  const T* shortcut = nullptr;  ///< null: no add
  bool relu = false;
  T* y;  ///< may be x's or the shortcut's memory
  /// With relu: bit i % 8 of byte i / 8 becomes whether element i of y is positive; null: not kept.
  /// Only where keeps_mask(channels).
  std::uint8_t* mask = nullptr;
  /// Write past the caches, where y will have left them before it is read again.
  bool stream = false;
};

/// Whether the vectors of this processor fill whole bytes of a mask, over rows of so many channels.
bool keeps_mask(std::int64_t channels);

/// Rows [row_begin, row_end), whose first column is channel `channel` of scale and shift.
void batch_norm_apply(const BatchNormApply<float>& apply, std::int64_t row_begin,
                      std::int64_t row_end, std::int64_t channel);
void batch_norm_apply(const BatchNormApply<BFloat16>& apply, std::int64_t row_begin,
                      std::int64_t row_end, std::int64_t channel);

}  // namespace resnet_bench::cpu
