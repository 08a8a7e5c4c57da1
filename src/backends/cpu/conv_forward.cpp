#include "backends/cpu/conv_forward.hpp"

#include "backends/cpu/kernels/gemm.hpp"

namespace resnet_bench::cpu {

ConvForward::ConvForward(const ConvGeometry& geometry, const ThreadTeam& team)
    : geometry_(geometry),
      team_(team),
      tiles_(choose_gemm_tiles(geometry.rows(), geometry.out_channels, geometry.depth(),
                               team.size())) {}

std::int64_t ConvForward::scratch_floats() const {
  return geometry_.pointwise() ? 0 : team_.size() * tiles_.tile_rows() * geometry_.depth();
}

void ConvForward::run(const float* x, const float* weight, const ConvEpilogue& epilogue, float* y,
                      float* scratch) const {
  const std::int64_t depth = geometry_.depth();
  const std::int64_t y_stride = geometry_.out_channels;
  team_.run([&](int thread) {
    float* columns = scratch + thread * tiles_.tile_rows() * depth;
    std::int64_t filled_tile = -1;  // the row tile whose im2col rows are in `columns`
    const Share share = share_of(tiles_.count(), team_.size(), thread);
    for (std::int64_t tile = share.begin; tile < share.end; ++tile) {
      const std::int64_t row_tile = tile / tiles_.column_tiles;
      const Share rows = share_of(tiles_.rows, tiles_.row_tiles, row_tile);
      const Share outs =
          share_of(tiles_.columns, tiles_.column_tiles, tile % tiles_.column_tiles);
      MatrixView a{x + rows.begin * depth, depth};
      if (!geometry_.pointwise()) {
        if (row_tile != filled_tile) {
          im2col(geometry_.im2col(), {rows.begin, rows.end, 0, depth}, x, columns);
          filled_tile = row_tile;
        }
        a.data = columns;
      }
      float* y_tile = y + rows.begin * y_stride + outs.begin;
      gemm(rows.end - rows.begin, outs.end - outs.begin, depth, a, {weight + outs.begin, y_stride},
           false, y_tile, y_stride);
      conv_epilogue(epilogue.at(rows.begin * y_stride, outs.begin), rows.end - rows.begin,
                    outs.end - outs.begin, y_stride, y_tile);
    }
  });
}

}  // namespace resnet_bench::cpu
