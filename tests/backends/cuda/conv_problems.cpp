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
      {"fp16 nhwc", DataType::f16, false, true, cuda::nhwc_c4},
      {"fp16 nchw", DataType::f16, false, false},
      {"bf16 nhwc", DataType::bf16, false, true, cuda::nhwc_c8},
      {"bf16 nchw", DataType::bf16, false, false},
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
  const LayoutId stem_layout = numerics.stem_layout.value_or(layout);
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
        const bool is_stem = conv->desc().x.c() == 3;
        for (const Pass pass : conv->passes()) {
          const cuda::ConvProblem problem{.pass = pass,
                                          .desc = conv->desc(),
                                          .type = numerics.type,
                                          .x_layout = is_stem ? stem_layout : layout,
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
