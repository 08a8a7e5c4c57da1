#pragma once

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/im2col_product.hpp"
#include "backends/cpu/kernels/conv_epilogue.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// y = conv(x, weight), and an epilogue on each tile of y while it is in cache.
class ConvForward {
 public:
  ConvForward(const ConvGeometry& geometry, const ThreadTeam& team);

  std::int64_t scratch_floats() const { return team_.size() * product_.floats_per_thread(); }

  void run(const float* x, const float* weight, const ConvEpilogue& epilogue, float* y,
           float* scratch) const;

 private:
  std::int64_t out_channels_;
  const ThreadTeam& team_;
  Im2ColProduct product_;
};

}  // namespace resnet_bench::cpu
