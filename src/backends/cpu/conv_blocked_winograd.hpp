#pragma once

#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>
#include <memory>

namespace resnet_bench::cpu {

/// Winograd's F(4x4, 3x3) over activations in blocks of channels, for 3x3 of stride 1 in all three
/// passes: "highway-winograd"; null for others. x and y are both in `layout`, nchw16c or nchw8c;
/// weights and their gradient in `weights`, which must be (O/b, I/b, 3, 3, b in, b out).
std::unique_ptr<ConvPass> make_blocked_winograd_pass(const ThreadTeam& team, Pass pass,
                                                     const ConvDesc& desc, LayoutId layout,
                                                     LayoutId weights);

/// Its BwdWeights; `block` channels in a block.
std::unique_ptr<ConvPass> make_blocked_winograd_weights_pass(const ThreadTeam& team,
                                                             const ConvDesc& desc,
                                                             std::int64_t block, LayoutId weights);

}  // namespace resnet_bench::cpu
