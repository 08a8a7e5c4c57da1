#include "parse.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(LayersCommand, WithoutOptionsIsAllLayersOfTheMainJob) {
  const CommandLine line = parse({"layers"});
  EXPECT_EQ(line.command, Command::layers);
  ASSERT_EQ(line.configs.size(), 1u);
  EXPECT_EQ(line.configs[0].model, "resnet50");
  EXPECT_EQ(line.configs[0].batch, 32);
  EXPECT_EQ(line.configs[0].mode, Mode::train);
  EXPECT_FALSE(line.configs[0].max_seconds.has_value());
  EXPECT_EQ(line.layers.select, "");
  EXPECT_EQ(line.layers.suite, "");
  EXPECT_FALSE(line.layers.batch.has_value()) << "a suite's problems have their own";
  EXPECT_EQ(line.layers.network, NetworkTimes::automatic);
  EXPECT_EQ(line.output.format, OutputFormat::table);
}

TEST(LayersCommand, OptionsArrive) {
  const CommandLine line =
      parse({"layers", "--model",  "resnet18", "--batch",   "4",         "--mode",
             "infer",  "--select", "conv*",    "--network", "none",      "--seed",
             "7",      "--db",     "x.db",     "--format",  "json",      "--threads",
             "2",      "--conv",   "library",  "-q",        "--no-roof", "--max-seconds",
             "2.5",    "--layout", "nhwc",     "--device",  "cpu"});
  const BenchmarkConfig& config = line.configs.at(0);
  EXPECT_EQ(config.model, "resnet18");
  EXPECT_EQ(config.batch, 4);
  EXPECT_EQ(line.layers.batch, 4);
  EXPECT_EQ(config.mode, Mode::infer);
  EXPECT_EQ(line.layers.select, "conv*");
  EXPECT_EQ(line.layers.network, NetworkTimes::none);
  EXPECT_EQ(config.seed, 7);
  EXPECT_EQ(line.output.db, "x.db");
  EXPECT_EQ(line.output.format, OutputFormat::json);
  EXPECT_EQ(line.output.verbosity, -1);
  EXPECT_EQ(config.threads, 2);
  EXPECT_EQ(config.conv, "library");
  EXPECT_EQ(config.layout, "nhwc");
  EXPECT_EQ(config.roof, RoofChoice::none);
  EXPECT_EQ(config.max_seconds, 2.5);
}

TEST(LayersCommand, SuitesAndWhatIsPrintedOnly) {
  EXPECT_EQ(parse({"layers", "--suite", "convnet", "--batch", "2"}).layers.suite, "convnet");
  EXPECT_EQ(parse({"layers", "--repro", "stem/conv"}).layers.repro, "stem/conv");
  EXPECT_TRUE(parse({"layers", "--write-suite"}).layers.write_suite);
  EXPECT_EQ(parse({"list", "suites"}).command, Command::list_suites);
  EXPECT_EQ(parse({"layers", "--help"}).command, Command::print);
}

}  // namespace
}  // namespace resnet_bench
