#include "backends/reference/reference_backend.hpp"
#include "models/catalogue.hpp"
#include "plan/network.hpp"

#include <gtest/gtest.h>

#include <set>

namespace resnet_bench {
namespace {

std::int64_t multiply_adds(const Network& network) {
  std::int64_t flops = 0;
  network.for_each_layer([&](Layer& layer, int) {
    if (const auto* leaf = dynamic_cast<const Leaf*>(&layer)) flops += leaf->flops(Pass::Fwd);
  });
  return flops / 2;
}

struct Published {
  const char* model;
  const char* variant;
  std::int64_t parameters;
  double giga_multiply_adds;  ///< rounded to three decimals, at 224x224
};

class PublishedCounts : public testing::TestWithParam<Published> {};

TEST_P(PublishedCounts, AreMet) {
  const auto backend = make_reference_backend({});
  const Network network(*backend, {.model = GetParam().model,
                                   .variant = GetParam().variant,
                                   .batch = 1,
                                   .training = false,
                                   .fusion = Fusion::none});
  EXPECT_EQ(network.parameter_count(), GetParam().parameters);
  EXPECT_NEAR(static_cast<double>(multiply_adds(network)) / 1e9, GetParam().giga_multiply_adds,
              0.0005);
}

INSTANTIATE_TEST_SUITE_P(ResNets, PublishedCounts,
                         testing::Values(Published{"resnet18", "v1.5", 11'689'512, 1.814},
                                         Published{"resnet34", "v1.5", 21'797'672, 3.664},
                                         Published{"resnet50", "v1.5", 25'557'032, 4.089},
                                         Published{"resnet101", "v1.5", 44'549'160, 7.801},
                                         Published{"resnet152", "v1.5", 60'192'808, 11.514},
                                         Published{"resnet18", "v1", 11'689'512, 1.814},
                                         Published{"resnet34", "v1", 21'797'672, 3.664},
                                         Published{"resnet50", "v1", 25'557'032, 3.858}));

std::set<std::string> paths(const Network& network) {
  std::set<std::string> paths;
  network.for_each_layer([&](Layer& layer, int) { paths.insert(layer.path()); });
  return paths;
}

TEST(ResNet, NamesItsLayersByPlace) {
  const auto backend = make_reference_backend({});
  const Network network(*backend, {.batch = 2, .image_size = 32, .fusion = Fusion::none});
  const std::set<std::string> found = paths(network);
  for (const char* path : {"resnet50", "resnet50/stem/conv", "resnet50/stage1/block1/G/conv",
                           "resnet50/stage2/block1/F/conv2", "resnet50/stage4/block3/F/bn3",
                           "resnet50/stage4/block3/add", "resnet50/stage4/relu3",
                           "resnet50/head/fc", "resnet50/loss", "update"}) {
    EXPECT_TRUE(found.contains(path)) << path;
  }
  EXPECT_FALSE(found.contains("resnet50/stage4/block4"));
}

TEST(ResNet, EveryPathIsUnique) {
  const auto backend = make_reference_backend({});
  for (const ModelInfo& model : model_catalogue()) {
    const Network network(*backend, {.model = model.name, .batch = 2, .image_size = 32});
    std::size_t layers = 0;
    network.for_each_layer([&](Layer&, int) { ++layers; });
    EXPECT_EQ(paths(network).size(), layers) << model.name;
  }
}

TEST(ResNet, VariantsPutTheStrideWhereTheySay) {
  const auto backend = make_reference_backend({});
  for (const auto& [variant, strided] : {std::pair{"v1.5", "resnet50/stage2/block1/F/conv2"},
                                         std::pair{"v1", "resnet50/stage2/block1/F/conv1"}}) {
    const Network network(*backend, {.variant = variant, .batch = 1, .image_size = 64});
    network.for_each_layer([&, path = std::string(strided)](Layer& layer, int) {
      if (layer.path().rfind("resnet50/stage2/block1/F/conv", 0) != 0) return;
      const bool halves = layer.input_shape().h() == 2 * layer.output_shape().h();
      EXPECT_EQ(halves, layer.path() == path) << variant << " " << layer.path();
    });
  }
}

TEST(ResNet, MaxPoolGives56) {
  const auto backend = make_reference_backend({});
  const Network network(*backend, {.batch = 1, .training = false});
  network.for_each_layer([&](Layer& layer, int) {
    if (layer.kind() != "MaxPool") return;
    EXPECT_EQ(layer.output_shape(), (Shape{1, 64, 56, 56}));
  });
}

}  // namespace
}  // namespace resnet_bench
