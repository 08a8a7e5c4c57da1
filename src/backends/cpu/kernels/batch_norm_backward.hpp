#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// The first pass of batch normalisation's backward: with dz = dy where y > 0 (dy itself where y
/// is null), the sums over rows of dz and of dz * (x - mean), for each channel.
struct BatchNormBackwardSums {
  std::int64_t stride;  ///< channels of the tensors: rows are this far apart
  const float* x;
  const float* y;  ///< null: no ReLU
  const float* dy;
  const float* mean;  ///< (channels)
  float* dz;          ///< dz is written here, the shortcut's gradient; null: not kept; may be dy
};

/// Sums rows [row_begin, row_end) of channels [channel_begin, channel_end) into `sum_dz` and
/// `sum_dz_deviation`, which are indexed by channel from 0.
void batch_norm_backward_sums(const BatchNormBackwardSums& sums, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel_begin,
                              std::int64_t channel_end, float* sum_dz, float* sum_dz_deviation);

/// The second pass: dx = scale * (dz - mean_dz - (x - mean) * slope).
struct BatchNormBackwardData {
  std::int64_t channels;
  const float* x;
  const float* y;   ///< null: dz = dy
  const float* dy;  ///< dz already, where the first pass kept it and y is null
  const float* mean;
  const float* scale;    ///< gamma * inv_std
  const float* mean_dz;  ///< sum of dz / rows
  const float* slope;    ///< inv_std^2 * sum of dz * (x - mean) / rows
  float* dx;             ///< may be dy's memory
  bool stream = false;   ///< write past the caches
};

void batch_norm_backward_data(const BatchNormBackwardData& data, std::int64_t row_begin,
                              std::int64_t row_end);

}  // namespace resnet_bench::cpu
