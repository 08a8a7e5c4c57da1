#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// y = relu(x * scale + shift + shortcut) over rows of channels, all dense.
struct BatchNormApply {
  std::int64_t channels;
  const float* x;
  const float* scale;               ///< (channels)
  const float* shift;               ///< (channels)
  const float* shortcut = nullptr;  ///< null: no add
  bool relu = false;
  float* y;  ///< may be x's or the shortcut's memory
  /// Write past the caches, where y will have left them before it is read again.
  bool stream = false;
};

void batch_norm_apply(const BatchNormApply& apply, std::int64_t row_begin, std::int64_t row_end);

}  // namespace resnet_bench::cpu
