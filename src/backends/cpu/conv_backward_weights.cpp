#include "backends/cpu/conv_backward_weights.hpp"

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/elementwise.hpp"
#include "backends/cpu/kernels/gemm.hpp"

#include <algorithm>

namespace resnet_bench::cpu {

ConvBackwardWeights::ConvBackwardWeights(const ConvGeometry& geometry, const ThreadTeam& team)
    : geometry_(geometry), team_(team) {
  constexpr std::int64_t most_partial_floats = 8 * 1024 * 1024;  // 32 MiB
  constexpr std::int64_t least_rows = 64;  // fewer do not pay for another partial
  constexpr std::int64_t least_depth = 16;
  row_parts_ = std::min({std::int64_t{team.size()}, divide_up(geometry.rows(), least_rows),
                         1 + most_partial_floats / geometry.weights()});
  depth_parts_ =
      std::min(divide_up(team.size(), row_parts_), divide_up(geometry.depth(), least_depth));

  // A block of im2col(x) of 1 MiB. Rows of dweight up to 1280 at a time, measured over ResNet-50's
  // layers: fewer pack dy anew too often, more leave too few rows to a product.
  constexpr std::int64_t block_floats = 256 * 1024;
  const std::int64_t part_depth = divide_up(geometry.depth(), depth_parts_);
  const std::int64_t part_rows = divide_up(geometry.rows(), row_parts_);
  step_depth_ = std::min<std::int64_t>(part_depth, 1280);
  step_rows_ = std::min(part_rows, std::max<std::int64_t>(block_floats / step_depth_, least_rows));
  columns_floats_ = geometry.im2col().is_identity() ? 0 : round_up(step_rows_ * step_depth_, 16);
}

std::int64_t ConvBackwardWeights::scratch_floats() const {
  return team_.size() * columns_floats_ + (row_parts_ - 1) * geometry_.weights();
}

void ConvBackwardWeights::run(const float* x, const float* dy, float* dweight,
                              float* scratch) const {
  float* partials = scratch + team_.size() * columns_floats_;
  team_.run([&](int thread) {
    float* columns = scratch + thread * columns_floats_;
    const Share parts = share_of(row_parts_ * depth_parts_, team_.size(), thread);
    for (std::int64_t part = parts.begin; part < parts.end; ++part) {
      const std::int64_t row_part = part / depth_parts_;
      float* sum = row_part == 0 ? dweight : partials + (row_part - 1) * geometry_.weights();
      add_products(share_of(geometry_.rows(), row_parts_, row_part),
                   share_of(geometry_.depth(), depth_parts_, part % depth_parts_), x, dy, columns,
                   sum);
    }
  });
  if (row_parts_ > 1) sum_partials(partials, dweight);
}

void ConvBackwardWeights::add_products(Share rows, Share depth, const float* x, const float* dy,
                                       float* columns, float* dweight) const {
  const std::int64_t outs = geometry_.out_channels;
  const Im2ColGeometry im2col_of_x = geometry_.im2col();
  for (std::int64_t row = rows.begin; row < rows.end; row += step_rows_) {
    const std::int64_t row_end = std::min(row + step_rows_, rows.end);
    for (std::int64_t d = depth.begin; d < depth.end; d += step_depth_) {
      const std::int64_t d_end = std::min(d + step_depth_, depth.end);
      MatrixView a{x + row * geometry_.depth() + d, geometry_.depth(), Transpose::yes};
      if (!im2col_of_x.is_identity()) {
        im2col(im2col_of_x, {row, row_end, d, d_end}, x, columns);
        a = {columns, d_end - d, Transpose::yes};
      }
      gemm(d_end - d, outs, row_end - row, a, {dy + row * outs, outs}, row > rows.begin,
           dweight + d * outs, outs);
    }
  }
}

void ConvBackwardWeights::sum_partials(const float* partials, float* dweight) const {
  team_.split_floats(geometry_.weights(), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t part = 0; part + 1 < row_parts_; ++part) {
      add(end - begin, dweight + begin, partials + part * geometry_.weights() + begin,
          dweight + begin);
    }
  });
}

}  // namespace resnet_bench::cpu
