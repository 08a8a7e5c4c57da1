#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// Which pixels of x (batch, height, width, channels; channels contiguous) each output pixel of a
/// convolution sees. Output pixel (p, q) sees x's pixels (p*stride - pad_top + r,
/// q*stride - pad_left + s) for r < kernel_h, s < kernel_w; those outside are zero. A pad may be
/// negative: the window then starts inside.
struct Im2ColGeometry {
  std::int64_t height, width, channels;
  std::int64_t kernel_h, kernel_w;
  std::int64_t stride;
  std::int64_t pad_top, pad_left;
  std::int64_t out_h, out_w;

  /// Columns of the matrix: (r, s, channel), channel fastest.
  std::int64_t columns() const { return kernel_h * kernel_w * channels; }

  /// Whether x is its own im2col matrix.
  bool is_identity() const {
    return kernel_h == 1 && kernel_w == 1 && stride == 1 && pad_top == 0 && pad_left == 0 &&
           out_h == height && out_w == width;
  }
};

/// A part of the im2col matrix: rows are output pixels (image, p, q), q fastest.
struct Im2ColRange {
  std::int64_t row_begin, row_end;
  std::int64_t column_begin, column_end;
};

/// Writes that part of the matrix densely to `out`.
void im2col(const Im2ColGeometry& geometry, const Im2ColRange& range, const float* x, float* out);

}  // namespace resnet_bench::cpu
