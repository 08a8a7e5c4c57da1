#include "resnet_bench/error.hpp"

#include "models/suite.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

using Passes = std::vector<Pass>;

std::string refusal(const std::string& text) {
  try {
    parse_suite("mine", text);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "not refused";
}

TEST(Suite, ShippedOnesAreTheShapesThatWerePublished) {
  std::vector<std::string> lines;
  for (const ShippedSuite& shipped : shipped_suites()) {
    EXPECT_FALSE(shipped.description().empty());
    for (const SuiteEntry& entry : parse_suite(shipped.name, shipped.text).entries) {
      const ConvDesc& d = entry.problem.desc;
      lines.push_back(shipped.name + " " + entry.problem.name + " " + to_string(d.x) + " " +
                      std::to_string(d.out_channels) + " k" + std::to_string(d.kernel) + "s" +
                      std::to_string(d.stride) + "p" + std::to_string(d.pad));
      EXPECT_EQ(entry.passes, (Passes{Pass::Fwd, Pass::BwdData, Pass::BwdWeights}));
    }
  }
  EXPECT_EQ(lines,
            (std::vector<std::string>{
                "convnet L1 (128,3,128,128) 96 k11s1p0", "convnet L2 (128,64,64,64) 128 k9s1p0",
                "convnet L3 (128,128,32,32) 128 k9s1p0", "convnet L4 (128,128,16,16) 128 k7s1p0",
                "convnet L5 (128,384,13,13) 384 k3s1p0", "winograd W1 (128,64,64,64) 128 k3s1p1",
                "winograd L2 (128,64,64,64) 128 k9s1p0"}));
}

TEST(Suite, OptionsHoldForTheProblemsThatFollow) {
  const Suite suite = parse_suite("mine",
                                  "# a comment\n"
                                  "\n"
                                  "ic1ih4oc1kh1na --dir=BWD_W ic1ih4oc1kh1nb\n"
                                  "--dir=FWD_I,BWD_D,FWD_D --mb=7\n"
                                  "mb3ic1ih4oc1kh1nc # --reset\n"
                                  "--mb=0\n"
                                  "mb3ic1ih4oc1kh1nd\n"
                                  "--reset mb3ic1ih4oc1kh1ne\n");
  ASSERT_EQ(suite.entries.size(), 5u);
  EXPECT_EQ(suite.entries[0].passes, (Passes{Pass::Fwd, Pass::BwdData, Pass::BwdWeights}));
  EXPECT_EQ(suite.entries[1].passes, Passes{Pass::BwdWeights});
  EXPECT_EQ(suite.entries[2].passes, (Passes{Pass::Fwd, Pass::BwdData}));
  EXPECT_EQ(suite.entries[2].problem.desc.x.n(), 7);
  EXPECT_EQ(suite.entries[3].problem.desc.x.n(), 3);
  EXPECT_EQ(suite.entries[4].passes.size(), 3u);
}

TEST(Suite, ABatchGivenFromOutsideGoesFirst) {
  const Suite suite = parse_suite("mine", "mb3ic1ih4oc1kh1 --mb=7 mb3ic1ih4oc1kh1", 5);
  EXPECT_EQ(suite.entries[0].problem.desc.x.n(), 5);
  EXPECT_EQ(suite.entries[1].problem.desc.x.n(), 5);
}

TEST(Suite, RefusalsNameTheLine) {
  EXPECT_EQ(refusal("mb1ic1ih4oc1kh1\ng2ic4ih8oc4kh3\n"),
            "suite 'mine', line 2: convolution 'g2ic4ih8oc4kh3' has groups (g2), which no layer "
            "here has; allowed: g1");
  EXPECT_EQ(refusal("--cfg=f32"),
            "suite 'mine', line 1: '--cfg=f32' is no option of a suite; allowed: --dir=, --mb=, "
            "--reset");
  EXPECT_EQ(refusal("--dir=FWD_B"),
            "suite 'mine', line 1: --dir=FWD_B has a bias, which no convolution here has alone; "
            "allowed: FWD_D, FWD_I, BWD_D, BWD_W");
  EXPECT_EQ(refusal("--dir=SIDE"),
            "suite 'mine', line 1: --dir=SIDE is unknown; allowed: FWD_D, FWD_I, BWD_D, BWD_W");
  EXPECT_EQ(refusal("--dir="),
            "suite 'mine', line 1: --dir= is empty; allowed: FWD_D, FWD_I, BWD_D, BWD_W");
  EXPECT_EQ(refusal("--mb=-1"),
            "suite 'mine', line 1: --mb=-1 is no batch; allowed: whole numbers from 0");
  EXPECT_EQ(refusal("# nothing\n"),
            "suite 'mine' has no convolution; allowed: lines as mb32ic64ih56oc64oh56kh3ph1nNAME");
}

}  // namespace
}  // namespace resnet_bench
