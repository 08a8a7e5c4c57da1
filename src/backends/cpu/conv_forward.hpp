#pragma once

#include <cstdint>

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/gemm_tiles.hpp"
#include "backends/cpu/kernels/conv_epilogue.hpp"
#include "backends/cpu/thread_team.hpp"

namespace resnet_bench::cpu {

/// y = conv(x, weight) and an epilogue on each tile of y while it is in cache. A tile's rows of
/// im2col(x) are made in the thread's scratch; where x is its own im2col matrix, none are.
class ConvForward {
 public:
  ConvForward(const ConvGeometry& geometry, const ThreadTeam& team);

  std::int64_t scratch_floats() const;

  void run(const float* x, const float* weight, const ConvEpilogue& epilogue, float* y,
           float* scratch) const;

 private:
  ConvGeometry geometry_;
  const ThreadTeam& team_;
  GemmTiles tiles_;
};

}  // namespace resnet_bench::cpu
