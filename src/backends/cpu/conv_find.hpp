#pragma once

#include "resnet_bench/conv_measurement.hpp"
#include "resnet_bench/ops.hpp"

#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/thread_team.hpp"

#include <memory>
#include <span>
#include <vector>

namespace resnet_bench::cpu {

/// Errors of candidates above this relative L2 distance are faults, not rounding: Winograd's
/// F(4x4, 3x3) has 2e-5.
constexpr double largest_conv_error = 1e-4;

/// Runs the candidates for one pass of a convolution in turn, several rounds, on made-up tensors,
/// and compares samples of what each computes with sums in double. Returns speed and error of each,
/// none chosen yet. `library` copies weights into the layouts that are its own; may be null.
ConvMeasurements measure_conv(const ThreadTeam& team, ConvLibrary* library, Pass pass,
                              const ConvDesc& desc, LayoutId x, LayoutId y,
                              std::span<const std::unique_ptr<ConvPass>> candidates);

}  // namespace resnet_bench::cpu
