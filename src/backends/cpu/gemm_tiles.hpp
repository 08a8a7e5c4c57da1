#pragma once

#include "backends/cpu/divide_up.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// How a product c (rows x columns) = a (rows x depth) * b is cut into tiles of c, each made by one
/// thread with one GEMM.
struct GemmTiles {
  std::int64_t rows = 0, columns = 0;
  std::int64_t row_tiles = 1, column_tiles = 1;

  std::int64_t count() const { return row_tiles * column_tiles; }
  /// Rows and columns of the largest tile.
  std::int64_t tile_rows() const { return divide_up(rows, row_tiles); }
  std::int64_t tile_columns() const { return divide_up(columns, column_tiles); }
};

/// Tiles whose rows of a and c fit a core's cache, as many as the threads can share evenly.
GemmTiles choose_gemm_tiles(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            int threads);

}  // namespace resnet_bench::cpu
