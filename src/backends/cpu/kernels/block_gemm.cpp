#include "backends/cpu/kernels/block_gemm.hpp"

#include <algorithm>

// Tiles are arrays of vectors, which those of unknown length do not make.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/block_gemm.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

// A tile of c stays in registers while the depth goes by: rows x 2 vectors, each value of a and
// each vector of b read once for all of it. 28 of 32 registers, or 12 of 16, are sums.
constexpr int tile_rows = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL ? 14 : 6;
constexpr int tile_vectors = 2;

template <int kBlock>
using VectorOf = hn::FixedTag<float, std::min<int>(kBlock, hn::MaxLanes(hn::ScalableTag<float>()))>;

/// Where the columns of a vector begin: vectors are counted through all blocks of columns.
template <int kBlock>
std::int64_t vector_offset(std::int64_t vector, std::int64_t block_stride) {
  constexpr int per_block = kBlock / static_cast<int>(hn::MaxLanes(VectorOf<kBlock>()));
  return vector / per_block * block_stride + vector % per_block * (kBlock / per_block);
}

/// Of `kVectors` vectors of c: where they and theirs of b begin.
template <int kVectors>
struct Columns {
  const float* b[kVectors];
  float* c[kVectors];
};

/// Sums over the depth blocks [0, in_blocks) of a and b, which begin at the tile's first row.
template <int kBlock, int kVectors, int kRows>
HWY_NOINLINE void gemm_tile(const float* HWY_RESTRICT a, std::int64_t a_stride,
                            std::int64_t in_blocks, bool accumulate, std::int64_t row,
                            const Columns<kVectors>& columns) {
  const VectorOf<kBlock> d;
  hn::Vec<VectorOf<kBlock>> sums[kRows][kVectors];
  const float* b[kVectors];
  for (int v = 0; v < kVectors; ++v) b[v] = columns.b[v];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = accumulate ? hn::Load(d, columns.c[v] + (row + r) * kBlock) : hn::Zero(d);
    }
  }
  for (std::int64_t i = 0; i < in_blocks; ++i, a += a_stride) {
#pragma GCC unroll 4
    for (int k = 0; k < kBlock; ++k) {
      hn::Vec<VectorOf<kBlock>> from_b[kVectors];
      for (int v = 0; v < kVectors; ++v) from_b[v] = hn::Load(d, b[v] + k * kBlock);
#pragma GCC unroll 16
      for (int r = 0; r < kRows; ++r) {
        const auto from_a = hn::Set(d, a[r * kBlock + k]);
        for (int v = 0; v < kVectors; ++v) {
          sums[r][v] = hn::MulAdd(from_a, from_b[v], sums[r][v]);
        }
      }
    }
    for (int v = 0; v < kVectors; ++v) b[v] += kBlock * kBlock;
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      hn::Store(sums[r][v], d, columns.c[v] + (row + r) * kBlock);
    }
  }
}

/// gemm_tile of `rows` rows, 1 to kRows.
template <int kBlock, int kVectors, int kRows, class... Arguments>
void gemm_tile_of(std::int64_t rows, const Arguments&... arguments) {
  if constexpr (kRows > 1) {
    if (rows < kRows) return gemm_tile_of<kBlock, kVectors, kRows - 1>(rows, arguments...);
  }
  gemm_tile<kBlock, kVectors, kRows>(arguments...);
}

/// Tiles of like heights: 15 rows are 8 and 7, not 14 and 1.
std::int64_t rows_of_next_tile(std::int64_t left) {
  return left >= 2 * tile_rows ? tile_rows : left > tile_rows ? (left + 1) / 2 : left;
}

template <int kBlock, int kVectors>
void gemm_columns(const BlockGemm& p, std::int64_t vector, std::int64_t first_in,
                  std::int64_t in_blocks) {
  Columns<kVectors> columns;
  for (int v = 0; v < kVectors; ++v) {
    columns.b[v] = p.b + vector_offset<kBlock>(vector + v, p.in_blocks * kBlock * kBlock) +
                   first_in * kBlock * kBlock;
    columns.c[v] = p.c + vector_offset<kBlock>(vector + v, p.c_stride);
  }
  for (std::int64_t row = 0; row < p.rows;) {
    const std::int64_t rows = rows_of_next_tile(p.rows - row);
    gemm_tile_of<kBlock, kVectors, tile_rows>(rows, p.a + first_in * p.a_stride + row * kBlock,
                                              p.a_stride, in_blocks, first_in > 0, row, columns);
    row += rows;
  }
}

template <int kBlock>
std::int64_t vectors_of(std::int64_t out_blocks) {
  return out_blocks * kBlock / static_cast<std::int64_t>(hn::MaxLanes(VectorOf<kBlock>()));
}

template <int kBlock>
void gemm_of_block(const BlockGemm& p) {
  // What a tile reads of b, 256 deep, stays in the nearest cache while the rows go by.
  constexpr std::int64_t most_in = 256 / kBlock;
  const std::int64_t vectors = vectors_of<kBlock>(p.out_blocks);
  for (std::int64_t first = 0; first < p.in_blocks; first += most_in) {
    const std::int64_t in_blocks = std::min(most_in, p.in_blocks - first);
    std::int64_t vector = 0;
    for (; vector + tile_vectors <= vectors; vector += tile_vectors) {
      gemm_columns<kBlock, tile_vectors>(p, vector, first, in_blocks);
    }
    if (vector < vectors) gemm_columns<kBlock, 1>(p, vector, first, in_blocks);
  }
}

void gemm(const BlockGemm& p) { p.block == 16 ? gemm_of_block<16>(p) : gemm_of_block<8>(p); }

/// kRows rows of c, which columns.c points to, of as many columns of a.
template <int kBlock, int kVectors, int kRows>
HWY_NOINLINE void outer_tile(const float* HWY_RESTRICT a, std::int64_t rows, bool accumulate,
                             const Columns<kVectors>& columns) {
  const VectorOf<kBlock> d;
  hn::Vec<VectorOf<kBlock>> sums[kRows][kVectors];
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) {
      sums[r][v] = accumulate ? hn::Load(d, columns.c[v] + r * kBlock) : hn::Zero(d);
    }
  }
  for (std::int64_t row = 0; row < rows; ++row) {
    hn::Vec<VectorOf<kBlock>> from_b[kVectors];
    for (int v = 0; v < kVectors; ++v) from_b[v] = hn::Load(d, columns.b[v] + row * kBlock);
#pragma GCC unroll 16
    for (int r = 0; r < kRows; ++r) {
      const auto from_a = hn::Set(d, a[row * kBlock + r]);
      for (int v = 0; v < kVectors; ++v) {
        sums[r][v] = hn::MulAdd(from_a, from_b[v], sums[r][v]);
      }
    }
  }
#pragma GCC unroll 16
  for (int r = 0; r < kRows; ++r) {
    for (int v = 0; v < kVectors; ++v) hn::Store(sums[r][v], d, columns.c[v] + r * kBlock);
  }
}

template <int kBlock, int kVectors>
void outer_columns(const BlockOuterProduct& p, std::int64_t vector) {
  // Of 16 registers 8 are sums, of 32 16: enough to hide an addition's latency.
  constexpr int rows_at_once = tile_rows > 8 ? 8 : 4;
  for (std::int64_t i = 0; i < p.in_blocks; ++i) {
    for (int first = 0; first < kBlock; first += rows_at_once) {
      Columns<kVectors> columns;
      for (int v = 0; v < kVectors; ++v) {
        columns.b[v] = p.b + vector_offset<kBlock>(vector + v, p.b_stride);
        columns.c[v] = p.c + vector_offset<kBlock>(vector + v, p.in_blocks * kBlock * kBlock) +
                       (i * kBlock + first) * kBlock;
      }
      outer_tile<kBlock, kVectors, rows_at_once>(p.a + i * p.a_stride + first, p.rows, p.accumulate,
                                                 columns);
    }
  }
}

template <int kBlock>
void outer_of_block(const BlockOuterProduct& p) {
  const std::int64_t vectors = vectors_of<kBlock>(p.out_blocks);
  std::int64_t vector = 0;
  for (; vector + tile_vectors <= vectors; vector += tile_vectors) {
    outer_columns<kBlock, tile_vectors>(p, vector);
  }
  if (vector < vectors) outer_columns<kBlock, 1>(p, vector);
}

void outer_product(const BlockOuterProduct& p) {
  p.block == 16 ? outer_of_block<16>(p) : outer_of_block<8>(p);
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(gemm);
HWY_EXPORT(outer_product);

void block_gemm(const BlockGemm& product) { HWY_DYNAMIC_DISPATCH(gemm)(product); }

void block_outer_product(const BlockOuterProduct& product) {
  HWY_DYNAMIC_DISPATCH(outer_product)(product);
}

}  // namespace resnet_bench::cpu
#endif
