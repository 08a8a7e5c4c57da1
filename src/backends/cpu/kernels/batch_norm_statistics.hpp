#pragma once

#include "resnet_bench/narrow_floats.hpp"

#include "backends/cpu/kernels/row_chunks.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// Mean of a chunk of rows and the sum of squared deviations from it, for each channel.
/// x: rows x channels, rows `stride` apart; rows >= 1. Reads x twice, so a chunk should fit into a
/// core's cache.
void batch_norm_chunk_statistics(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                                 const float* x, float* mean, float* m2);
void batch_norm_chunk_statistics(std::int64_t rows, std::int64_t channels, std::int64_t stride,
                                 const BFloat16* x, float* mean, float* m2);

/// Merges the chunks' (mean, M2) in order (Chan, Golub, LeVeque: Updating formulae and a pairwise
/// algorithm for computing sample variances, 1979), in double. chunk_mean, chunk_m2: (chunks,
/// stride), of which the first `channels` are merged into mean and m2.
void batch_norm_merge(const RowChunks& chunks, std::int64_t channels, std::int64_t stride,
                      const float* chunk_mean, const float* chunk_m2, double* mean, double* m2);

}  // namespace resnet_bench::cpu
