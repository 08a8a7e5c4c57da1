#include "alone/model_suite.hpp"
#include "backends/reference/reference_backend.hpp"
#include "models/catalogue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace resnet_bench {
namespace {

Suite suite_of(const std::string& model, Fusion fusion = Fusion::none) {
  const auto backend = make_reference_backend({});
  const Network network(
      *backend, {.model = model, .batch = 1, .training = fusion != Fusion::fold, .fusion = fusion});
  return model_suite(network, model);
}

TEST(ModelSuite, OfResNet18IsWhatItsTableSays) {
  EXPECT_EQ(suite_text(suite_of("resnet18")),
            "mb1ic3ih224oc64oh112kh7sh2ph3nresnet18/stem/conv*1\n"
            "mb1ic64ih56oc64oh56kh3ph1nresnet18/stage1/block1/F/conv1*4\n"
            "mb1ic64ih56oc128oh28kh1sh2ph0nresnet18/stage2/block1/G/conv*1\n"
            "mb1ic64ih56oc128oh28kh3sh2ph1nresnet18/stage2/block1/F/conv1*1\n"
            "mb1ic128ih28oc128oh28kh3ph1nresnet18/stage2/block1/F/conv2*3\n"
            "mb1ic128ih28oc256oh14kh1sh2ph0nresnet18/stage3/block1/G/conv*1\n"
            "mb1ic128ih28oc256oh14kh3sh2ph1nresnet18/stage3/block1/F/conv1*1\n"
            "mb1ic256ih14oc256oh14kh3ph1nresnet18/stage3/block1/F/conv2*3\n"
            "mb1ic256ih14oc512oh7kh1sh2ph0nresnet18/stage4/block1/G/conv*1\n"
            "mb1ic256ih14oc512oh7kh3sh2ph1nresnet18/stage4/block1/F/conv1*1\n"
            "mb1ic512ih7oc512oh7kh3ph1nresnet18/stage4/block1/F/conv2*3\n");
}

TEST(ModelSuite, OfEveryModelHasAllOfItsConvolutionsAndReadsBackTheSame) {
  // Convolutions of torchvision's ResNets.
  const std::map<std::string, int> convolutions = {
      {"resnet18", 20}, {"resnet34", 36}, {"resnet50", 53}, {"resnet101", 104}, {"resnet152", 155}};
  for (const ModelInfo& model : model_catalogue()) {
    if (!convolutions.contains(model.name)) continue;
    const Suite suite = suite_of(model.name);
    int count = 0;
    for (const SuiteEntry& entry : suite.entries) {
      const std::string& name = entry.problem.name;
      count += std::stoi(name.substr(name.rfind('*') + 1));
    }
    EXPECT_EQ(count, convolutions.at(model.name)) << model.name;
    EXPECT_EQ(suite_text(parse_suite("again", suite_text(suite))), suite_text(suite));
  }
}

TEST(ModelSuite, FusionChangesWhereConvolutionsStandAndNotWhatTheyAre) {
  std::vector<std::string> plain, folded;
  for (const SuiteEntry& entry : suite_of("resnet50").entries) {
    plain.push_back(to_string({.desc = entry.problem.desc, .name = ""}));
  }
  for (const SuiteEntry& entry : suite_of("resnet50", Fusion::fold).entries) {
    EXPECT_FALSE(entry.problem.desc.relu || entry.problem.desc.bias || entry.problem.desc.add);
    folded.push_back(to_string({.desc = entry.problem.desc, .name = ""}));
  }
  EXPECT_EQ(std::set(plain.begin(), plain.end()), std::set(folded.begin(), folded.end()));
}

}  // namespace
}  // namespace resnet_bench
