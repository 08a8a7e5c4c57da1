#include "backends/cpu/gemm_tiles.hpp"

#include <algorithm>

namespace resnet_bench::cpu {
namespace {

// Measured over ResNet-50's layers at batch 32 with one thread (OpenBLAS 0.3.21, 2 MiB second-level
// cache): between 64 and 1024 Ki floats and 192 and 768 rows the whole differs by 5 %.
constexpr std::int64_t tile_floats = 256 * 1024;  // of a tile's rows of a and c
constexpr std::int64_t least_rows = 768;          // b is packed anew for each tile
constexpr std::int64_t least_columns = 32;        // two vectors of AVX-512

/// Fewer rows than make a tile for each thread: a grid of as many tiles as threads where the sides
/// allow, of those with the least to read for a tile.
GemmTiles grid(std::int64_t rows, std::int64_t columns, int threads) {
  GemmTiles best{rows, columns, 1, 1};
  const auto reads = [&](const GemmTiles& tiles) {
    return tiles.tile_rows() + tiles.tile_columns();
  };
  const std::int64_t most_columns = divide_up(columns, least_columns);
  for (std::int64_t across = 1; across <= std::min<std::int64_t>(most_columns, threads); ++across) {
    const std::int64_t down = std::min(divide_up(threads, across), rows);
    const GemmTiles tiles{rows, columns, down, across};
    const bool busier = std::min<std::int64_t>(tiles.count(), threads) >
                        std::min<std::int64_t>(best.count(), threads);
    const bool as_busy = std::min<std::int64_t>(tiles.count(), threads) ==
                         std::min<std::int64_t>(best.count(), threads);
    if (busier || (as_busy && reads(tiles) < reads(best))) best = tiles;
  }
  return best;
}

}  // namespace

GemmTiles choose_gemm_tiles(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            int threads) {
  const std::int64_t most_rows = std::max(tile_floats / (depth + columns), least_rows);
  const std::int64_t row_tiles = divide_up(rows, most_rows);
  if (row_tiles < threads) return grid(rows, columns, threads);
  return {rows, columns, round_up(row_tiles, threads), 1};
}

}  // namespace resnet_bench::cpu
