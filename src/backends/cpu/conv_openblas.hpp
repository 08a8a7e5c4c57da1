#pragma once

#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>

namespace resnet_bench::cpu {

/// Products of the im2col matrix, NHWC and HWIO: "openblas".
std::unique_ptr<ConvPass> make_openblas_pass(const ThreadTeam& team, Pass pass,
                                             const ConvDesc& desc);

/// F(4x4, 3x3) for 3x3 of stride 1, forward and backward to the data: "openblas-winograd"; null for
/// others.
std::unique_ptr<ConvPass> make_openblas_winograd_pass(const ThreadTeam& team, Pass pass,
                                                      const ConvDesc& desc);

}  // namespace resnet_bench::cpu
