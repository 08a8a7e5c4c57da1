#include "backends/cpu/gemm_tiles.hpp"

#include <gtest/gtest.h>

namespace resnet_bench::test {
namespace {

using cpu::choose_gemm_tiles;
using cpu::GemmTiles;

TEST(GemmTiles, ManyRowsAreSharedEvenlyAndColumnsStayWhole) {
  for (const int threads : {1, 2, 5, 64}) {
    const GemmTiles tiles = choose_gemm_tiles(100'352, 64, 576, threads);
    EXPECT_EQ(tiles.column_tiles, 1);
    EXPECT_EQ(tiles.row_tiles % threads, 0) << threads;
  }
}

TEST(GemmTiles, ASmallImageStillHasATileForEachThread) {
  for (const int threads : {2, 5, 16, 64}) {
    EXPECT_GE(choose_gemm_tiles(49, 2048, 512, threads).count(), threads);
    EXPECT_GE(choose_gemm_tiles(196, 256, 2304, threads).count(), threads);
    EXPECT_GE(choose_gemm_tiles(3136, 64, 576, threads).count(), threads);
  }
}

TEST(GemmTiles, NoTileIsEmpty) {
  for (const std::int64_t rows : {1, 2, 3, 49}) {
    for (const std::int64_t columns : {1, 3, 33}) {
      const GemmTiles tiles = choose_gemm_tiles(rows, columns, 9, 7);
      EXPECT_LE(tiles.row_tiles, rows);
      EXPECT_LE(tiles.column_tiles, columns);
    }
  }
}

}  // namespace
}  // namespace resnet_bench::test
