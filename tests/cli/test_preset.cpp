#include "cli/preset.hpp"

#include "resnet_bench/error.hpp"

#include "parse.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(Preset, OpenPinsNothing) {
  const BenchmarkConfig config = parse({}).configs.front();
  EXPECT_EQ(config.preset, "open");
  EXPECT_EQ(config.conv, "auto");
  EXPECT_EQ(parse({"--preset", "open", "--conv", "openblas"}).configs.front().conv, "openblas");
}

TEST(Preset, ClosedPinsWhatShapesTheWork) {
  const BenchmarkConfig config =
      parse({"--model", "resnet18", "--preset", "closed-1", "--mode", "infer", "--batch", "7"})
          .configs.front();
  EXPECT_EQ(config.preset, "closed-1");
  EXPECT_EQ(config.variant, "v1.5");
  EXPECT_EQ(config.precision, Precision::fp32);
  EXPECT_EQ(config.layout, "nhwc");
  EXPECT_EQ(config.fusion, FusionChoice::none);
  EXPECT_EQ(config.conv, "library");
  EXPECT_FALSE(config.learning_rate.has_value());
  EXPECT_TRUE(config.verify);
  EXPECT_EQ(config.batch, 7);
}

TEST(Preset, WhatItPinsMayBeSaidAgain) {
  EXPECT_NO_THROW(parse({"--fusion", "none", "--preset", "closed-1", "--conv", "library"}));
}

TEST(Preset, RefusesWhatContradictsIt) {
  for (const std::vector<std::string>& options :
       std::vector<std::vector<std::string>>{{"--variant", "v1"},
                                             {"--layout", "auto"},
                                             {"--fusion", "auto"},
                                             {"--conv", "auto"},
                                             {"--learning-rate", "0.1"},
                                             {"--data", "zeros"},
                                             {"--init", "random"},
                                             {"--batches", "1"},
                                             {"--timing", "sync"},
                                             {"--no-verify"}}) {
    std::vector<std::string> words = options;
    words.insert(words.end(), {"--preset", "closed-1"});
    try {
      parse(words);
      ADD_FAILURE() << options.front();
    } catch (const Refusal& refusal) {
      const std::string text = refusal.what();
      EXPECT_EQ(text.rfind("--preset closed-1 ", 0), 0U) << text;
      EXPECT_NE(text.find(options.front()), std::string::npos) << text;
      EXPECT_NE(text.find("--preset open"), std::string::npos) << text;
      EXPECT_EQ(text.find('\n'), std::string::npos);
    }
  }
}

TEST(Preset, IsOneOfThoseThereAre) { EXPECT_THROW(parse({"--preset", "closed-0"}), Refusal); }

}  // namespace
}  // namespace resnet_bench
