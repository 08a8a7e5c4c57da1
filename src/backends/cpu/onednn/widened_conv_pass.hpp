#pragma once

#include "backends/cpu/onednn/conv_pass.hpp"

#include <memory>

namespace resnet_bench::cpu::onednn {

/// A convolution of bf16 tensors by an f32 primitive: a few images at a time are widened into
/// scratch that stays in the caches, and the result is rounded once, where a bf16 primitive rounds
/// it too. Faster than that where the processor multiplies bf16 no faster than f32 (without AMX).
/// Null where oneDNN has no such primitive.
std::unique_ptr<ConvPass> make_widened_conv_pass(Context& context, dnnl::algorithm algorithm,
                                                 Pass pass, const ConvDesc& desc, LayoutId x,
                                                 LayoutId y);

}  // namespace resnet_bench::cpu::onednn
