#pragma once

#include "backends/cpu/gemm_tiles.hpp"
#include "backends/cpu/kernels/gemm.hpp"
#include "backends/cpu/kernels/im2col.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// Where a tile of a product goes: its first element, and the distance between its rows.
struct TilePlace {
  float* data;
  std::int64_t stride;
};

/// im2col(source) (rows x depth) * b (depth x columns), tile by tile. A tile's rows of im2col are
/// made in the thread's scratch; where the source is its own im2col matrix, none are.
class Im2ColProduct {
 public:
  /// rows: batch * out_h * out_w. columns: of b.
  Im2ColProduct(const Im2ColGeometry& geometry, std::int64_t rows, std::int64_t columns,
                int threads)
      : geometry_(geometry),
        tiles_(choose_gemm_tiles(rows, columns, geometry.columns(), threads)),
        threads_(threads) {}

  const GemmTiles& tiles() const { return tiles_; }

  /// Scratch that each thread wants for im2col.
  std::int64_t floats_per_thread() const {
    return geometry_.is_identity() ? 0 : tiles_.tile_rows() * geometry_.columns();
  }

  /// Makes a thread's share of the tiles. place(rows, columns) says where a tile goes, where it
  /// is added to what is there if `accumulate`; finish(rows, columns, place) is called after.
  template <class Place, class Finish>
  void run(int thread, const float* source, const MatrixView& b, bool accumulate, float* scratch,
           const Place& place, const Finish& finish) const {
    const std::int64_t depth = geometry_.columns();
    std::int64_t made_row_tile = -1;  // the one whose im2col rows are in scratch
    const Share share = share_of(tiles_.count(), threads_, thread);
    for (std::int64_t tile = share.begin; tile < share.end; ++tile) {
      const std::int64_t row_tile = tile / tiles_.column_tiles;
      const Share rows = share_of(tiles_.rows, tiles_.row_tiles, row_tile);
      const Share columns =
          share_of(tiles_.columns, tiles_.column_tiles, tile % tiles_.column_tiles);
      MatrixView a{source + rows.begin * depth, depth};
      if (!geometry_.is_identity()) {
        if (row_tile != made_row_tile) {
          im2col(geometry_, {rows.begin, rows.end, 0, depth}, source, scratch);
          made_row_tile = row_tile;
        }
        a.data = scratch;
      }
      const TilePlace c = place(rows, columns);
      gemm(rows.size(), columns.size(), depth, a, b.from_column(columns.begin), accumulate, c.data,
           c.stride);
      finish(rows, columns, c);
    }
  }

 private:
  Im2ColGeometry geometry_;
  GemmTiles tiles_;
  int threads_;
};

}  // namespace resnet_bench::cpu
