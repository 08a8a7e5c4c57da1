#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

enum class Transpose : bool { no, yes };

/// A row-major matrix inside a larger one: element (r, c) is at data[r * stride + c].
struct MatrixView {
  const float* data;
  std::int64_t stride;
  Transpose transpose = Transpose::no;  ///< the product takes the transpose of what is stored

  /// The part from a column of the matrix as the product takes it.
  MatrixView from_column(std::int64_t column) const {
    return {data + (transpose == Transpose::yes ? column * stride : column), stride, transpose};
  }
};

/// c (m x n, rows c_stride apart) = a (m x k) * b (k x n), or c += where accumulate. Runs in the
/// calling thread alone, once prepare_blas() was called.
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b,
          bool accumulate, float* c, std::int64_t c_stride);

}  // namespace resnet_bench::cpu
