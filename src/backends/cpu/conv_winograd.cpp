#include "backends/cpu/conv_winograd.hpp"

#include "backends/cpu/kernels/gemm.hpp"

#include <algorithm>

namespace resnet_bench::cpu {

ConvWinograd::ConvWinograd(const ConvGeometry& g, Direction direction, const ThreadTeam& team)
    : direction_(direction),
      team_(team),
      tiles_{g.height, g.width, g.pad, g.out_h, g.out_w},
      in_(g.in_channels),
      out_(g.out_channels) {
  if (direction == Direction::backward_data) {
    tiles_ = {g.out_h, g.out_w, 2 - g.pad, g.height, g.width};
    std::swap(in_, out_);
  }
  tile_count_ = g.batch * tiles_.tiles_per_image();
  // 1 MiB of transformed tiles, but enough to pay for packing the weights.
  constexpr std::int64_t block_floats = 256 * 1024;
  constexpr std::int64_t least_tiles = 128;
  const std::int64_t most = std::max(block_floats / (winograd_places * (in_ + out_)), least_tiles);
  blocks_ = round_up(divide_up(tile_count_, most), team.size());
  block_tiles_ = divide_up(tile_count_, blocks_);
}

std::int64_t ConvWinograd::scratch_floats() const {
  return winograd_places *
         (round_up(weight_elements(), 16) + team_.size() * (input_stride() + output_stride()));
}

void ConvWinograd::run(const float* input, const float* weight, const ConvEpilogue& epilogue,
                       float* output, float* scratch) const {
  team_.split_floats(weight_elements(), [&](std::int64_t begin, std::int64_t end) {
    winograd_weights(weight_elements(), begin, end, direction_ == Direction::backward_data, weight,
                     weight_elements(), scratch);
  });
  float* blocks_scratch = scratch + winograd_places * round_up(weight_elements(), 16);
  team_.run([&](int thread) {
    float* own = blocks_scratch + thread * winograd_places * (input_stride() + output_stride());
    const Share share = share_of(blocks_, team_.size(), thread);
    for (std::int64_t block = share.begin; block < share.end; ++block) {
      const Share tiles = share_of(tile_count_, blocks_, block);
      if (tiles.size() > 0) {
        run_block(tiles.begin, tiles.end, input, scratch, epilogue, output, own);
      }
    }
  });
}

void ConvWinograd::run_block(std::int64_t begin, std::int64_t end, const float* input,
                             const float* transformed_weight, const ConvEpilogue& epilogue,
                             float* output, float* scratch) const {
  float* products = scratch + winograd_places * input_stride();
  winograd_input(tiles_, in_, tiles_.height * tiles_.width * in_, begin, end, input, input_stride(),
                 scratch);
  for (std::int64_t place = 0; place < winograd_places; ++place) {
    const float* stored = transformed_weight + place * weight_elements();  // (in, out) of the conv
    const MatrixView weight = direction_ == Direction::forward
                                  ? MatrixView{stored, out_}
                                  : MatrixView{stored, in_, Transpose::yes};
    gemm(end - begin, out_, in_, {scratch + place * input_stride(), in_}, weight, false,
         products + place * output_stride(), out_);
  }
  winograd_output(tiles_, out_, tiles_.out_h * tiles_.out_w * out_, begin, end, products,
                  output_stride(), epilogue, output);
}

}  // namespace resnet_bench::cpu
