#pragma once

#include "resnet_bench/conv_measurement.hpp"
#include "resnet_bench/ops.hpp"
#include "resnet_bench/precision.hpp"

#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>
#include <span>
#include <vector>

namespace resnet_bench::cpu {

/// Errors of candidates above this relative L2 distance are faults, not rounding. In f32:
/// Winograd's F(4x4, 3x3) has 2e-5. In bf16 sums are made in f32 all the same, of products that are
/// exact in it, and the result is rounded once, to 8 bits, which moves it by 2^-8 of itself at
/// most, and many of them by about half of that; the rest is room for the sums' own 1e-4.
constexpr double largest_conv_error(DataType output) {
  return output == DataType::bf16 ? 0x1p-8 : 1e-4;
}

/// The type of what a pass of a convolution writes.
constexpr DataType output_type(Pass pass, const NumberTypes& types) {
  return pass == Pass::BwdWeights ? types.parameter : types.activation;
}

/// Runs the candidates for one pass of a convolution in turn, several rounds, on made-up tensors,
/// and compares samples of what each computes with sums in double. Returns speed and error of each,
/// none chosen yet. `library` copies weights into the layouts that are its own; may be null.
ConvMeasurements measure_conv(const ThreadTeam& team, ConvLibrary* library,
                              const NumberTypes& types, Pass pass, const ConvDesc& desc, LayoutId x,
                              LayoutId y, std::span<const std::unique_ptr<ConvPass>> candidates);

}  // namespace resnet_bench::cpu
