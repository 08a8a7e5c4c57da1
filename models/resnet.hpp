#pragma once

#include "layers/sequential.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace resnet_bench {

/// One network of table 1 of He et al. 2015, "Deep Residual Learning for Image Recognition".
struct ResNetSpec {
  const char* name;
  bool bottleneck;            ///< blocks of 1x1, 3x3, 1x1 convolutions instead of two 3x3
  std::array<int, 4> blocks;  ///< in each stage
};

/// 18, 34, 50, 101, 152.
std::span<const ResNetSpec> resnet_specs();

/// Where a bottleneck block that halves the image has its stride. Basic blocks have it in the
/// first 3x3 either way.
enum class ResNetVariant {
  v1,    ///< in the first 1x1, as the paper has it
  v1_5,  ///< in the 3x3, as torchvision and the vendors' published figures have it
};

std::unique_ptr<Sequential> build_resnet(const ResNetSpec& spec, ResNetVariant variant,
                                         std::int64_t classes);

}  // namespace resnet_bench
