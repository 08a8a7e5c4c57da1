#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// Products of matrices whose columns lie in blocks, as channels do in nchw16c and nchw8c: all rows
/// of the first `block` columns, then all of the next. Dense within a block; `*_stride` floats from
/// a block of columns to the next. `block` is 16 or 8. Sums run in the order of the depth.

/// c[o][row][j] = sum over i, k of a[i][row][k] * b[o][i][k][j]
struct BlockGemm {
  std::int64_t block;
  std::int64_t rows, in_blocks, out_blocks;
  const float* a;  ///< (in_blocks, rows, block)
  std::int64_t a_stride;
  const float* b;  ///< (out_blocks, in_blocks, block, block), dense
  float* c;        ///< (out_blocks, rows, block)
  std::int64_t c_stride;
};
void block_gemm(const BlockGemm& product);

/// c[o][i][k][j] = sum over rows of a[i][row][k] * b[o][row][j], onto c where `accumulate`.
struct BlockOuterProduct {
  std::int64_t block;
  std::int64_t rows, in_blocks, out_blocks;
  const float* a;  ///< (in_blocks, rows, block)
  std::int64_t a_stride;
  const float* b;  ///< (out_blocks, rows, block)
  std::int64_t b_stride;
  float* c;  ///< (out_blocks, in_blocks, block, block), dense
  bool accumulate;
};
void block_outer_product(const BlockOuterProduct& product);

}  // namespace resnet_bench::cpu
