#include "resnet_bench/error.hpp"

#include "models/conv_problem.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_conv_problem(text);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "not refused";
}

TEST(ConvProblem, OfResNetAsBenchdnnPrintsThem) {
  // The forms that benchdnn printed: a canonical one, and the short one of the same problem.
  const char* const brief = "mb1ic3ih224oc64oh112kh7sh2ph3nresnet18_0";
  const ConvProblem stem =
      parse_conv_problem("g1mb1_ic3ih224iw224_oc64oh112ow112_kh7kw7_sh2sw2_ph3pw3_n\"resnet18_0\"");
  EXPECT_EQ(stem.desc.x, (Shape{1, 3, 224, 224}));
  EXPECT_EQ(stem.desc.y(), (Shape{1, 64, 112, 112}));
  EXPECT_EQ(stem.desc.kernel, 7);
  EXPECT_EQ(stem.desc.stride, 2);
  EXPECT_EQ(stem.desc.pad, 3);
  EXPECT_EQ(stem.name, "resnet18_0");
  EXPECT_EQ(to_string(stem), brief);
  EXPECT_EQ(to_string(parse_conv_problem(brief)), brief);
}

TEST(ConvProblem, ComesBackAsItWasWritten) {
  for (const char* text :
       {"mb32ic64ih56oc64oh56kh3ph1nres2a:b*3", "mb2ic1ih1oc1oh1kh1ph0",
        "mb8ic16ih9iw13oc24oh5ow7kh3kw3sh2sw2ph1pw1nwide", "mb128ic3ih128oc96oh118kh11ph0nL1"}) {
    EXPECT_EQ(to_string(parse_conv_problem(text)), text);
  }
}

TEST(ConvProblem, WhatIsLeftOutFollowsAsInBenchdnn) {
  EXPECT_EQ(to_string(parse_conv_problem("ic3ih8oc4kh3")), "mb2ic3ih8oc4oh6kh3ph0")
      << "a batch of 2, no padding, oh from it";
  EXPECT_EQ(to_string(parse_conv_problem("ic3ih8oc4oh8kh3")), "mb2ic3ih8oc4oh8kh3ph1")
      << "padding from oh";
  EXPECT_EQ(to_string(parse_conv_problem("kh3_oc4_ih8_ic3_mb5")), "mb5ic3ih8oc4oh6kh3ph0")
      << "any order";
  EXPECT_EQ(to_string(parse_conv_problem("ic3ih8oc4kh1g1dh0dw0")), "mb2ic3ih8oc4oh8kh1ph0");
  EXPECT_EQ(parse_conv_problem("ic3ih8oc4kh1nname with spaces_ih9").name, "name with spaces_ih9")
      << "a name goes to the end";
}

TEST(ConvProblem, WhatNoLayerHereComputesIsRefusedByName) {
  EXPECT_EQ(refusal("g2ic4ih8oc4kh3"),
            "convolution 'g2ic4ih8oc4kh3' has groups (g2), which no layer here has; allowed: g1");
  EXPECT_EQ(refusal("ic4ih8oc4kh3dh1"),
            "convolution 'ic4ih8oc4kh3dh1' is dilated (dh1), which no layer here is; allowed: dh0");
  EXPECT_EQ(refusal("ic4id8ih8oc4kh3"),
            "convolution 'ic4id8ih8oc4kh3' has three dimensions (id); allowed: two");
  EXPECT_EQ(refusal("ic4ih8iw8oc4kh3kw5"),
            "convolution 'ic4ih8iw8oc4kh3kw5' has a kernel that is not square; allowed: kh as kw");
  EXPECT_EQ(refusal("ic4ih8iw8oc4kh3kw3sh2"),
            "convolution 'ic4ih8iw8oc4kh3kw3sh2' has strides that differ; allowed: sh as sw");
  EXPECT_EQ(refusal("ic4ih8iw8oc4kh3kw3ph1pw0"),
            "convolution 'ic4ih8iw8oc4kh3kw3ph1pw0' has paddings that differ; allowed: ph as pw");
  EXPECT_EQ(refusal("ic3ih224oc64oh112kh7sh2"),
            "convolution 'ic3ih224oc64oh112kh7sh2' has oh112, but padding by 2 on both ends gives "
            "111")
      << "benchdnn would pad by 2 in front and 3 behind";
}

TEST(ConvProblem, WhatIsNoProblemIsRefused) {
  for (const auto& [text, says] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "needs ic"},
           {"ic3", "needs oc"},
           {"ic3oc4", "needs ih greater than 0"},
           {"ic3oc4ih8", "needs kh greater than 0"},
           {"ic3oc4ih0kh1", "needs ih greater than 0"},
           {"ic0oc4ih8kh1", "needs ic of 1 up"},
           {"mb0ic1oc4ih8kh1", "needs mb of 1 up"},
           {"ic3oc4ih8kh1sh0", "needs sh greater than 0"},
           {"ic3oc4ih8kh9", "kernel larger than its padded image (kh)"},
           {"ic3oc4ih8iw8kh1", "needs kw greater than 0"},
           {"ic3ic3oc4ih8kh1", "has ic twice"},
           {"icoc4ih8kh1", "has no number behind ic"},
           {"ic-3oc4ih8kh1", "has no number behind ic"},
           {"ic99999999999999999999oc4ih8kh1", "has a number too large behind ic"},
           {"ic3oc4ih9999999999999kh1", "has a number too large"},
           {"ic3oc4ih8kh1xx", "has 'xx' where mb, ic,"},
           {"mb9999999999ic9999999999oc1ih9kh1", "more than 2^63"}}) {
    EXPECT_NE(refusal(text).find(says), std::string::npos) << text << ": " << refusal(text);
  }
}

}  // namespace
}  // namespace resnet_bench
