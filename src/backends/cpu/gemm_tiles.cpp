#include "backends/cpu/gemm_tiles.hpp"

#include <algorithm>
#include <cstdlib>

namespace resnet_bench::cpu {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

GemmTiles choose_gemm_tiles(std::int64_t rows, std::int64_t columns, std::int64_t depth,
                            int threads) {
  const std::int64_t tile_floats = atoi(getenv("TF")) * 1024;
  const std::int64_t least_rows = atoi(getenv("LR"));
  const std::int64_t most_rows = std::max(tile_floats / depth, least_rows);
  GemmTiles tiles{rows, columns, divide_up(divide_up(rows, most_rows), threads) * threads, 1};
  return tiles;
}

}  // namespace resnet_bench::cpu
