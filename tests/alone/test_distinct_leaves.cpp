#include "resnet_bench/error.hpp"

#include "alone/distinct_leaves.hpp"
#include "backends/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace resnet_bench {
namespace {

struct Case {
  bool training;
  Fusion fusion;
};

class DistinctLeaves : public testing::Test {
 protected:
  std::unique_ptr<Network> network(Case which) {
    return std::make_unique<Network>(*backend_, NetworkOptions{.model = "resnet18",
                                                               .batch = 2,
                                                               .image_size = 32,
                                                               .classes = 10,
                                                               .training = which.training,
                                                               .fusion = which.fusion});
  }

  std::unique_ptr<Backend> backend_ = make_reference_backend({});
};

TEST_F(DistinctLeaves, EveryWorkingLeafIsInExactlyOne) {
  for (const Case which :
       {Case{true, Fusion::none}, Case{true, Fusion::bn}, Case{false, Fusion::fold}}) {
    const auto net = network(which);
    std::multiset<std::string> found;
    for (const DistinctLeaf& distinct : distinct_leaves(*net, "")) {
      EXPECT_EQ(distinct.paths.front(), distinct.leaf->path());
      found.insert(distinct.paths.begin(), distinct.paths.end());
    }
    std::multiset<std::string> working;
    net->for_each_layer([&](Layer& layer, int) {
      const auto* leaf = dynamic_cast<const Leaf*>(&layer);
      if (leaf != nullptr && !working_passes(*leaf).empty()) working.insert(leaf->path());
    });
    EXPECT_EQ(found, working);
  }
}

TEST_F(DistinctLeaves, LayersThatDoTheSameAreOne) {
  const auto net = network({true, Fusion::bn});
  std::map<std::string, std::size_t> count;
  for (const DistinctLeaf& distinct : distinct_leaves(*net, "conv")) {
    count[distinct.leaf->path()] = distinct.paths.size();
  }
  EXPECT_EQ(count.size(), 11u);
  EXPECT_EQ(count.at("resnet18/stem/conv"), 1u);
  EXPECT_EQ(count.at("resnet18/stage1/block1/F/conv1"), 4u);
  EXPECT_EQ(count.at("resnet18/stage2/block1/F/conv2"), 3u);
}

TEST_F(DistinctLeaves, AJoinThatAddsTwoGradientsIsNotOneThatTakesASingle) {
  // In stage1 the first join's output is forked, the last one's of stage4 is not.
  const auto net = network({true, Fusion::bn});
  const auto joins = distinct_leaves(*net, "stage4/*/add");
  EXPECT_EQ(joins.size(), 2u);
}

TEST_F(DistinctLeaves, APatternIsInAPathAModuleOrACanonicalPath) {
  const auto net = network({false, Fusion::fold});
  EXPECT_EQ(distinct_leaves(*net, "stem/conv").size(), 1u);
  EXPECT_EQ(distinct_leaves(*net, "(7x7").size(), 1u);
  EXPECT_EQ(distinct_leaves(*net, "stage1/block1/F/relu1").size(), 1u) << "fused into conv1";
  EXPECT_EQ(distinct_leaves(*net, "stage?/block1/G/conv").size(), 3u);
  try {
    distinct_leaves(*net, "stage9");
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(std::string(refusal.what()),
              "--select 'stage9' is in no leaf's path or module; allowed: a part of one, as "
              "resnet18/head/fc, with * and ?");
  }
}

TEST_F(DistinctLeaves, PassesWithoutWorkAreNone) {
  const auto net = network({true, Fusion::none});
  net->for_each_layer([&](Layer& layer, int) {
    const auto* leaf = dynamic_cast<const Leaf*>(&layer);
    if (leaf == nullptr) return;
    const std::vector<Pass> passes = working_passes(*leaf);
    const auto has = [&](Pass pass) {
      return std::find(passes.begin(), passes.end(), pass) != passes.end();
    };
    if (leaf->kind() == "Add") {
      EXPECT_EQ(passes, std::vector{Pass::Fwd});
    }
    if (leaf->kind() == "Fork") {
      EXPECT_FALSE(has(Pass::Fwd));
    }
    if (leaf->kind() == "Conv") {
      EXPECT_EQ(has(Pass::BwdData), leaf->path() != "resnet18/stem/conv");
    }
    if (leaf->kind() == "Sgd") {
      EXPECT_EQ(passes, std::vector{Pass::Update});
    }
  });
}

}  // namespace
}  // namespace resnet_bench
