#include "alone/distinct_leaves.hpp"
#include "alone/leaf_measurement.hpp"
#include "backends/cpu/cpu_backend.hpp"
#include "plan/network.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

class Measurement : public testing::Test {
 protected:
  std::vector<LoneLeaf> leaves(const std::string& pattern) {
    std::vector<LoneLeaf> found;
    for (const DistinctLeaf& distinct : distinct_leaves(network_, pattern)) {
      found.push_back({.leaf = distinct.leaf,
                       .assembly = &network_.assembly(),
                       .places = distinct.paths,
                       .problem = "",
                       .passes = working_passes(*distinct.leaf)});
    }
    return found;
  }

  std::unique_ptr<Backend> backend_ =
      make_cpu_backend({.threads = 1, .conv = "library", .measure = false});
  Network network_{*backend_, {.model = "resnet18", .batch = 1, .image_size = 64, .classes = 10}};
  std::atomic<bool> interrupted_{false};
};

TEST_F(Measurement, EachPassHasItsStatesOfTheCaches) {
  const std::vector<LoneLeaf> found = leaves("stem");
  LeafMeasurement measurement(*backend_, found, {.cache_bytes = 1 << 20, .seconds = 0},
                              interrupted_);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const AloneTimeRecord& time : measurement.measure(i)) {
      EXPECT_EQ(time.leaf, static_cast<std::int64_t>(i));
      EXPECT_GE(time.calls, 3);
      EXPECT_GT(time.mean_ns, 0);
      EXPECT_TRUE(time.series.median_ns && time.series.ci_low_ns);
      EXPECT_EQ(time.copies == 1, time.caches == "hot");
      rows.push_back(found[i].leaf->kind() + " " + to_string(time.pass) + " " + time.caches);
    }
  }
  EXPECT_EQ(rows,
            (std::vector<std::string>{
                "Conv Fwd hot", "Conv Fwd weights cold", "Conv Fwd cold", "Conv BwdWeights hot",
                "Conv BwdWeights weights cold", "Conv BwdWeights cold", "BatchNormReLU Fwd hot",
                "BatchNormReLU Fwd weights cold", "BatchNormReLU Fwd cold", "BatchNormReLU Bwd hot",
                "BatchNormReLU Bwd weights cold", "BatchNormReLU Bwd cold", "MaxPool Fwd hot",
                "MaxPool Fwd cold", "MaxPool Bwd hot", "MaxPool Bwd cold"}));
}

TEST_F(Measurement, WhatCanNeitherBeDroppedNorPushedOutIsHotAlone) {
  const std::vector<LoneLeaf> found = leaves("avgpool");  // small: there will be many copies
  constexpr std::int64_t endless = std::int64_t{1} << 40;
  LeafMeasurement measurement(
      *backend_, found, {.cache_bytes = endless, .can_flush = false, .seconds = 0}, interrupted_);
  for (const AloneTimeRecord& time : measurement.measure(0)) EXPECT_EQ(time.caches, "hot");
}

TEST_F(Measurement, AnInterruptLeavesOutThePassAtWork) {
  const std::vector<LoneLeaf> found = leaves("stem/conv");
  LeafMeasurement measurement(*backend_, found, {.cache_bytes = 0, .seconds = 0}, interrupted_);
  interrupted_ = true;
  EXPECT_TRUE(measurement.measure(0).empty());
}

}  // namespace
}  // namespace resnet_bench
