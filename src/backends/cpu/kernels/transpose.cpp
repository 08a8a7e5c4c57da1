#include "backends/cpu/kernels/transpose.hpp"

#include <algorithm>

namespace resnet_bench::cpu {

void transpose(std::int64_t rows, std::int64_t columns, std::int64_t row_begin,
               std::int64_t row_end, const float* from, float* to) {
  constexpr std::int64_t block = 16;  // 16 floats: one cache line on either side
  for (std::int64_t row = row_begin; row < row_end; row += block) {
    const std::int64_t rows_here = std::min(block, row_end - row);
    for (std::int64_t column = 0; column < columns; column += block) {
      const std::int64_t columns_here = std::min(block, columns - column);
      for (std::int64_t c = column; c < column + columns_here; ++c) {
        for (std::int64_t r = row; r < row + rows_here; ++r) {
          to[c * rows + r] = from[r * columns + c];
        }
      }
    }
  }
}

}  // namespace resnet_bench::cpu
