#include "backends/cpu/gemm_tiles.hpp"

#include "backends/cpu/thread_team.hpp"

#include <algorithm>

namespace resnet_bench::cpu {

GemmTiles choose_gemm_tiles(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            int threads) {
  // 1 MiB of a's and c's rows: half of a second-level cache of 2 MiB, a whole one of 1 MiB.
  constexpr std::int64_t tile_floats = 256 * 1024;
  // Below this OpenBLAS spends more on packing b than it saves.
  constexpr std::int64_t least_rows = 192;
  constexpr std::int64_t least_columns = 32;

  GemmTiles tiles{.rows = rows, .columns = columns};
  const std::int64_t most_rows = std::max(tile_floats / (depth + columns), least_rows);
  tiles.row_tiles = divide_up(rows, most_rows);
  if (rows >= threads * least_rows / 2) {
    tiles.row_tiles = round_up(tiles.row_tiles, threads);
  } else {
    // A small image alone: threads share its columns instead.
    tiles.column_tiles = std::clamp<std::int64_t>(divide_up(threads, tiles.row_tiles), 1,
                                                  divide_up(columns, least_columns));
  }
  return tiles;
}

}  // namespace resnet_bench::cpu
