#include "models/resnet.hpp"

#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/conv.hpp"
#include "layers/global_avg_pool.hpp"
#include "layers/linear.hpp"
#include "layers/max_pool.hpp"
#include "layers/relu.hpp"
#include "layers/shortcut_add.hpp"

namespace resnet_bench {
namespace {

constexpr std::array specs{
    ResNetSpec{"resnet18", false, {2, 2, 2, 2}},  ResNetSpec{"resnet34", false, {3, 4, 6, 3}},
    ResNetSpec{"resnet50", true, {3, 4, 6, 3}},   ResNetSpec{"resnet101", true, {3, 4, 23, 3}},
    ResNetSpec{"resnet152", true, {3, 8, 36, 3}},
};

constexpr std::int64_t stem_channels = 64;
constexpr std::int64_t bottleneck_expansion = 4;

/// Convolution and BatchNorm, numbered within their branch; "same" padding.
void add_conv_norm(Sequential& branch, const std::string& number, std::int64_t channels,
                   std::int64_t kernel, std::int64_t stride) {
  branch.add(std::make_unique<Conv>("conv" + number, channels, kernel, stride, kernel / 2));
  branch.add(std::make_unique<BatchNorm>("bn" + number));
}

struct BlockShape {
  std::int64_t in_channels;
  std::int64_t width;  ///< channels of the 3x3
  std::int64_t out_channels;
  std::int64_t stride;
};

std::unique_ptr<Sequential> build_branch_f(const BlockShape& block, bool bottleneck,
                                           ResNetVariant variant) {
  auto f = std::make_unique<Sequential>("F");
  if (!bottleneck) {
    add_conv_norm(*f, "1", block.width, 3, block.stride);
    f->add(std::make_unique<Relu>("relu1"));
    add_conv_norm(*f, "2", block.out_channels, 3, 1);
    return f;
  }
  const bool in_first = variant == ResNetVariant::v1;
  add_conv_norm(*f, "1", block.width, 1, in_first ? block.stride : 1);
  f->add(std::make_unique<Relu>("relu1"));
  add_conv_norm(*f, "2", block.width, 3, in_first ? 1 : block.stride);
  f->add(std::make_unique<Relu>("relu2"));
  add_conv_norm(*f, "3", block.out_channels, 1, 1);
  return f;
}

/// A projection where the block changes the shape, else the identity.
std::unique_ptr<Sequential> build_branch_g(const BlockShape& block) {
  auto g = std::make_unique<Sequential>("G");
  if (block.stride != 1 || block.in_channels != block.out_channels) {
    add_conv_norm(*g, "", block.out_channels, 1, block.stride);
  }
  return g;
}

}  // namespace

std::span<const ResNetSpec> resnet_specs() { return specs; }

std::unique_ptr<Sequential> build_resnet(const ResNetSpec& spec, ResNetVariant variant,
                                         std::int64_t classes) {
  auto model = std::make_unique<Sequential>(spec.name);

  auto& stem = model->add(std::make_unique<Sequential>("stem"));
  stem.add(std::make_unique<Conv>("conv", stem_channels, 7, 2, 3));
  stem.add(std::make_unique<BatchNorm>("bn"));
  stem.add(std::make_unique<Relu>("relu"));
  stem.add(std::make_unique<MaxPool>("maxpool", 3, 2, 1));

  std::int64_t channels = stem_channels;
  for (std::size_t s = 0; s < spec.blocks.size(); ++s) {
    auto& stage = model->add(std::make_unique<Sequential>("stage" + std::to_string(s + 1)));
    const std::int64_t width = stem_channels << s;
    const std::int64_t out_channels = spec.bottleneck ? bottleneck_expansion * width : width;
    for (int b = 1; b <= spec.blocks[s]; ++b) {
      const BlockShape block{channels, width, out_channels, b == 1 && s > 0 ? 2 : 1};
      const std::string number = std::to_string(b);
      stage.add(std::make_unique<ShortCutAdd>("block" + number,
                                              build_branch_f(block, spec.bottleneck, variant),
                                              build_branch_g(block), std::make_unique<Add>("add")));
      stage.add(std::make_unique<Relu>("relu" + number));
      channels = out_channels;
    }
  }

  auto& head = model->add(std::make_unique<Sequential>("head"));
  head.add(std::make_unique<GlobalAvgPool>("avgpool"));
  head.add(std::make_unique<Linear>("fc", classes));
  model->assign_paths("");
  return model;
}

}  // namespace resnet_bench
