#pragma once

#include "backends/cuda/cudnn/conv_engines.hpp"

#include <optional>
#include <string>
#include <vector>

namespace resnet_bench::test {

/// In which precision and layout convolutions are asked for.
struct ConvNumerics {
  std::string name;  ///< "fp32 nhwc"
  DataType type = DataType::f32;
  bool tf32 = false;
  bool channels_last = true;
  /// Of the image and the first weights, where their channels are padded for tensor cores.
  std::optional<LayoutId> stem_layout = std::nullopt;
};

/// All that the cuda backend computes with.
const std::vector<ConvNumerics>& conv_numerics();

/// The networks whose convolutions are asked for: all of the catalogue, in each variant.
struct ConvSource {
  std::string model;
  std::string variant;
};
std::vector<ConvSource> all_networks();

/// The convolutions' passes in these networks at a batch of 32, each that differs once: training,
/// and inference with BatchNorm, add and ReLU folded in.
std::vector<cuda::ConvProblem> distinct_problems(const std::vector<ConvSource>& networks,
                                                 const ConvNumerics& numerics);

}  // namespace resnet_bench::test
