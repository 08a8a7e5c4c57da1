#include "models/catalogue.hpp"

#include "models/resnet.hpp"

#include <stdexcept>

namespace resnet_bench {

const std::vector<ModelInfo>& model_catalogue() {
  static const std::vector<ModelInfo> catalogue = [] {
    std::vector<ModelInfo> models;
    for (const ResNetSpec& spec : resnet_specs()) {
      models.push_back({.name = spec.name,
                        .variants = {"v1.5", "v1"},
                        .description = spec.bottleneck
                                           ? "bottleneck blocks; v1.5 has the stride in the 3x3, "
                                             "v1 in the first 1x1"
                                           : "basic blocks; v1 and v1.5 are the same network"});
    }
    return models;
  }();
  return catalogue;
}

std::unique_ptr<Sequential> build_model(std::string_view name, std::string_view variant,
                                        std::int64_t classes) {
  for (const ResNetSpec& spec : resnet_specs()) {
    if (name == spec.name) {
      return build_resnet(spec, variant == "v1" ? ResNetVariant::v1 : ResNetVariant::v1_5, classes);
    }
  }
  throw std::logic_error("unknown model: " + std::string(name));
}

}  // namespace resnet_bench
