#include "backends/reference/reference_backend.hpp"
#include "plan/network.hpp"

#include <gtest/gtest.h>

#include <map>

namespace resnet_bench {
namespace {

std::map<std::string, int> kinds(const Network& network) {
  std::map<std::string, int> counts;
  network.for_each_layer([&](Layer& layer, int) {
    if (!layer.is_composite()) ++counts[layer.kind()];
  });
  return counts;
}

class FuseTest : public testing::Test {
 protected:
  Network network(Fusion fusion, bool training, const std::string& model = "resnet50") const {
    return Network(
        *backend_,
        {.model = model, .batch = 2, .image_size = 32, .training = training, .fusion = fusion});
  }
  std::unique_ptr<Backend> backend_ = make_reference_backend({});
};

TEST_F(FuseTest, NoneLeavesEveryLayerALeaf) {
  const std::map<std::string, int> expected{
      {"Add", 16},   {"BatchNorm", 53}, {"Conv", 53}, {"Fork", 16}, {"GlobalAvgPool", 1},
      {"Linear", 1}, {"MaxPool", 1},    {"ReLU", 49}, {"Sgd", 1},   {"SoftmaxCrossEntropy", 1}};
  EXPECT_EQ(kinds(network(Fusion::none, true)), expected);
}

TEST_F(FuseTest, BnFusesEveryReluAndEveryAdd) {
  const std::map<std::string, int> expected{
      {"BatchNorm", 4}, {"BatchNormAddReLU", 16},  {"BatchNormReLU", 33}, {"Conv", 53},
      {"Fork", 16},     {"GlobalAvgPool", 1},      {"Linear", 1},         {"MaxPool", 1},
      {"Sgd", 1},       {"SoftmaxCrossEntropy", 1}};
  EXPECT_EQ(kinds(network(Fusion::bn, true)), expected);
}

TEST_F(FuseTest, FoldLeavesConvolutionsAlone) {
  const std::map<std::string, int> expected{
      {"ConvBias", 4},      {"ConvBiasAddReLU", 16}, {"ConvBiasReLU", 33}, {"Fork", 16},
      {"GlobalAvgPool", 1}, {"Linear", 1},           {"MaxPool", 1}};
  EXPECT_EQ(kinds(network(Fusion::fold, false)), expected);
}

TEST_F(FuseTest, ParametersKeepTheirCanonicalPathsAndShapes) {
  const auto parameters = [&](const std::string& model, Fusion fusion) {
    const Network built = network(fusion, false, model);
    std::map<std::string, std::string> shapes;
    for (const ParameterInfo& parameter : built.assembly().parameters()) {
      shapes[parameter.path] = to_string(parameter.shape);
    }
    return shapes;
  };
  for (const char* model : {"resnet18", "resnet50"}) {
    const auto unfused = parameters(model, Fusion::none);
    EXPECT_GT(unfused.size(), 100U);
    EXPECT_EQ(parameters(model, Fusion::bn), unfused) << model;
    EXPECT_EQ(parameters(model, Fusion::fold), unfused) << model;
  }
}

TEST_F(FuseTest, AFusedLeafListsItsMembers) {
  network(Fusion::bn, true).for_each_layer([&](Layer& layer, int) {
    if (layer.path() != "resnet50/stage2/block1/add") return;
    EXPECT_EQ(layer.kind(), "BatchNormAddReLU");
    EXPECT_EQ(dynamic_cast<Leaf&>(layer).members(),
              (std::vector<std::string>{"resnet50/stage2/block1/F/bn3",
                                        "resnet50/stage2/block1/add", "resnet50/stage2/relu1"}));
  });
  network(Fusion::fold, false).for_each_layer([&](Layer& layer, int) {
    if (layer.path() != "resnet50/stage2/block2/add") return;
    EXPECT_EQ(layer.kind(), "ConvBiasAddReLU");
    EXPECT_EQ(
        dynamic_cast<Leaf&>(layer).members(),
        (std::vector<std::string>{"resnet50/stage2/block2/F/conv3", "resnet50/stage2/block2/F/bn3",
                                  "resnet50/stage2/block2/add", "resnet50/stage2/relu2"}));
  });
}

TEST_F(FuseTest, EveryCanonicalLayerIsDoneByExactlyOneLeaf) {
  std::map<std::string, int> canonical;
  network(Fusion::none, false).for_each_layer([&](Layer& layer, int) {
    if (!layer.is_composite()) canonical[layer.path()] = 1;
  });
  for (Fusion fusion : {Fusion::bn, Fusion::fold}) {
    std::map<std::string, int> done;
    network(fusion, false).for_each_layer([&](Layer& layer, int) {
      if (auto* leaf = dynamic_cast<Leaf*>(&layer)) {
        for (const std::string& member : leaf->members()) ++done[member];
      }
    });
    EXPECT_EQ(done, canonical) << to_string(fusion);
  }
}

TEST_F(FuseTest, FoldWithTrainingIsRefused) {
  try {
    network(Fusion::fold, true);
    FAIL() << "not refused";
  } catch (const Refusal& refusal) {
    EXPECT_STREQ(refusal.what(),
                 "--fusion fold is for --mode infer; training allows auto, none and bn");
  }
}

}  // namespace
}  // namespace resnet_bench
