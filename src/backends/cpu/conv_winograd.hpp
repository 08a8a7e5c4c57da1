#pragma once

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/conv_epilogue.hpp"
#include "backends/cpu/kernels/winograd.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// A 3x3 convolution of stride 1 by Winograd's F(4x4, 3x3), forward or backward to the data. A
/// thread takes a block of tiles through all three parts: transform, 36 products, transform back.
/// Weights are transformed anew in each call. Relative error 6e-6 to 2e-5 where a GEMM has 1e-6.
class ConvWinograd {
 public:
  enum class Direction { forward, backward_data };

  static bool suits(const ConvGeometry& geometry) {
    return geometry.kernel == 3 && geometry.stride == 1 && geometry.pad <= 2;
  }

  ConvWinograd(const ConvGeometry& geometry, Direction direction, const ThreadTeam& team);

  std::int64_t scratch_floats() const;

  /// y and x, or dx and dy.
  void run(const float* input, const float* weight, const ConvEpilogue& epilogue, float* output,
           float* scratch) const;

 private:
  void run_block(std::int64_t begin, std::int64_t end, const float* input,
                 const float* transformed_weight, const ConvEpilogue& epilogue, float* output,
                 float* scratch) const;
  std::int64_t weight_elements() const { return in_ * out_; }
  /// Places apart by an odd number of cache lines, so that 36 of them do not share a cache set.
  std::int64_t input_stride() const { return round_up(block_tiles_ * in_, 32) + 16; }
  std::int64_t output_stride() const { return round_up(block_tiles_ * out_, 32) + 16; }

  Direction direction_;
  const ThreadTeam& team_;
  WinogradGeometry tiles_;
  std::int64_t in_, out_;  ///< channels of what is read and written
  std::int64_t tile_count_, block_tiles_, blocks_;
};

}  // namespace resnet_bench::cpu
