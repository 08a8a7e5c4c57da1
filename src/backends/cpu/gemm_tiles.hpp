#pragma once

#include <cstdint>

namespace resnet_bench::cpu {

/// How a product c (rows x columns) = a (rows x depth) * b is cut into tiles of c, each made by one
/// thread with one GEMM.
struct GemmTiles {
  std::int64_t rows, columns;
  std::int64_t row_tiles, column_tiles;

  std::int64_t count() const { return row_tiles * column_tiles; }
  /// Rows of the largest tile.
  std::int64_t tile_rows() const { return (rows + row_tiles - 1) / row_tiles; }
};

GemmTiles choose_gemm_tiles(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            int threads);

}  // namespace resnet_bench::cpu
