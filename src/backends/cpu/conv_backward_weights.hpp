#pragma once

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// dweight (depth x out_channels) = im2col(x)^T (depth x rows) * dy (rows x out_channels).
///
/// Threads share the rows, each adding into a partial dweight of its own, as long as the partials
/// stay small; beyond that they share the depth too, that is, rows of dweight. Partials are summed
/// in order.
class ConvBackwardWeights {
 public:
  ConvBackwardWeights(const ConvGeometry& geometry, const ThreadTeam& team);

  std::int64_t scratch_floats() const;

  void run(const float* x, const float* dy, float* dweight, float* scratch) const;

 private:
  void add_products(Share rows, Share depth, const float* x, const float* dy, float* columns,
                    float* dweight) const;
  void sum_partials(const float* partials, float* dweight) const;

  ConvGeometry geometry_;
  const ThreadTeam& team_;
  std::int64_t row_parts_, depth_parts_;
  std::int64_t step_rows_, step_depth_;  ///< of im2col(x) at a time
  std::int64_t columns_floats_;          ///< scratch of a thread for that
};

}  // namespace resnet_bench::cpu
