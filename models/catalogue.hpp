#pragma once

#include "layers/sequential.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace resnet_bench {

/// What a model can be asked for.
struct ModelInfo {
  std::string name;
  std::vector<std::string> variants;
  std::string description;
  /// Total stride: a smaller image leaves no pixel somewhere.
  std::int64_t least_image_size = 32;
};

/// Every model that build_model knows, in the order in which they are listed.
const std::vector<ModelInfo>& model_catalogue();

/// The unfused tree from input (N, 3, H, W) to logits, without loss, paths assigned. Names are
/// those of the catalogue; another is a logic error, since the command line has checked.
std::unique_ptr<Sequential> build_model(std::string_view name, std::string_view variant,
                                        std::int64_t classes);

}  // namespace resnet_bench
