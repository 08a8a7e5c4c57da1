#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// Where the gradient passes a ReLU: where y > 0, which y itself says or the mask that
/// BatchNormApply kept. Without either there is no ReLU. Here and below T, of tensors, is float or
/// BFloat16.
template <class T>
struct ReluGate {
  const T* y = nullptr;
  const std::uint8_t* mask = nullptr;
};

/// The first pass of batch normalisation's backward: with dz = dy where the gate is open, the sums
/// over rows of dz and of dz * (x - mean), for each channel.
template <class T>
struct BatchNormBackwardSums {
  std::int64_t stride;  ///< elements from row to row
  const T* x;
  ReluGate<T> relu;
  const T* dy;
  const T* dy2;       ///< added to dy; null: nothing is; not null only where dz is kept
  const float* mean;  ///< of all channels
  T* dz;  ///< dz is written here, the shortcut's gradient; null: not kept; may be dy or dy2
};

/// Which part of the tensors: `rows` rows of `channels` columns, from element `offset`; the first
/// column is channel `channel`.
struct BatchNormTile {
  std::int64_t offset, rows, channel, channels;
};

/// Writes the tile's sums, one for each of its columns.
void batch_norm_backward_sums(const BatchNormBackwardSums<float>& sums, const BatchNormTile& tile,
                              float* sum_dz, float* sum_dz_deviation);
void batch_norm_backward_sums(const BatchNormBackwardSums<BFloat16>& sums,
                              const BatchNormTile& tile, float* sum_dz, float* sum_dz_deviation);

/// The second pass: dx = scale * (dz - mean_dz - (x - mean) * slope).
template <class T>
struct BatchNormBackwardData {
  std::int64_t channels;  ///< of a row; rows are dense
  const T* x;
  ReluGate<T> relu;
  const T* dy;  ///< dz already, where the first pass kept it and no gate is given
  const float* mean;
  const float* scale;    ///< gamma * inv_std; this and the others of all channels
  const float* mean_dz;  ///< sum of dz / rows
  const float* slope;    ///< inv_std^2 * sum of dz * (x - mean) / rows
  T* dx;                 ///< may be dy's memory
  bool stream = false;   ///< write past the caches
};

/// Rows [row_begin, row_end), whose first column is channel `channel`.
void batch_norm_backward_data(const BatchNormBackwardData<float>& data, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel);
void batch_norm_backward_data(const BatchNormBackwardData<BFloat16>& data, std::int64_t row_begin,
                              std::int64_t row_end, std::int64_t channel);

}  // namespace resnet_bench::cpu
