#include "backends/cuda/conv_problems.hpp"

#include "backends/cuda/layouts.hpp"
#include "backends/reference/reference_backend.hpp"
#include "layers/conv.hpp"
#include "models/catalogue.hpp"
#include "plan/network.hpp"

#include <set>

namespace resnet_bench::test {

const std::vector<ConvNumerics>& conv_numerics() {
  static const std::vector<ConvNumerics> all{
      {"fp32 nhwc", DataType::f32, false, true},
      {"fp32 nchw", DataType::f32, false, false},
      {"tf32 nhwc", DataType::f32, true, true},
      {"tf32 nchw", DataType::f32, true, false},
  };
  return all;
}

std::vector<ConvSource> all_networks() {
  std::vector<ConvSource> networks;
  for (const ModelInfo& model : model_catalogue()) {
    for (const std::string& variant : model.variants) networks.push_back({model.name, variant});
  }
  return networks;
}

std::vector<cuda::ConvProblem> distinct_problems(const std::vector<ConvSource>& networks,
                                                 const ConvNumerics& numerics) {
  // Connecting a network takes no memory, whatever its size.
  const auto backend = make_reference_backend({});
  std::set<std::string> seen;
  std::vector<cuda::ConvProblem> problems;
  const LayoutId layout = numerics.channels_last ? cuda::nhwc : LayoutId::plain;
  for (const ConvSource& source : networks) {
    for (const bool training : {true, false}) {
      const Network network(*backend, {.model = source.model,
                                       .variant = source.variant,
                                       .batch = 32,
                                       .training = training,
                                       .fusion = training ? Fusion::bn : Fusion::fold});
      network.for_each_layer([&](const Layer& layer, int) {
        const auto* conv = dynamic_cast<const Conv*>(&layer);
        if (conv == nullptr) return;
        for (const Pass pass : conv->passes()) {
          const cuda::ConvProblem problem{.pass = pass,
                                          .desc = conv->desc(),
                                          .type = numerics.type,
                                          .x_layout = layout,
                                          .y_layout = layout,
                                          .tf32 = numerics.tf32};
          if (seen.insert(to_string(pass) + (" " + to_string(problem))).second) {
            problems.push_back(problem);
          }
        }
      });
    }
  }
  return problems;
}

}  // namespace resnet_bench::test
