#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// y = relu(x * scale + shift + shortcut) over dense rows of channels.
struct BatchNormApply {
  std::int64_t channels;
  const float* x;
  const float* scale;               ///< of all channels
  const float* shift;               ///< of all channels
  const float* shortcut = nullptr;  ///< null: no add
  bool relu = false;
  float* y;  ///< may be x's or the shortcut's memory
  /// With relu: bit i % 8 of byte i / 8 becomes whether element i of y is positive; null: not kept.
  /// Only where keeps_mask(channels).
  std::uint8_t* mask = nullptr;
  /// Write past the caches, where y will have left them before it is read again.
  bool stream = false;
};

/// Whether the vectors of this processor fill whole bytes of a mask, over rows of so many channels.
bool keeps_mask(std::int64_t channels);

/// Rows [row_begin, row_end), whose first column is channel `channel` of scale and shift.
void batch_norm_apply(const BatchNormApply& apply, std::int64_t row_begin, std::int64_t row_end,
                      std::int64_t channel);

}  // namespace resnet_bench::cpu
