#include "cli/command_line.hpp"
#include "parse.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace resnet_bench {
namespace {

BenchmarkConfig only_config(const std::vector<std::string>& words) {
  const CommandLine line = parse(words);
  EXPECT_EQ(line.command, Command::run);
  EXPECT_EQ(line.configs.size(), 1u);
  return line.configs.at(0);
}

TEST(CommandLine, WithoutArgumentsIsTheMainJob) {
  const CommandLine line = parse({});
  EXPECT_EQ(line.command, Command::run);
  ASSERT_EQ(line.configs.size(), 1u);
  const BenchmarkConfig& config = line.configs[0];
  EXPECT_EQ(config.model, "resnet50");
  EXPECT_EQ(config.batch, 32);
  EXPECT_EQ(config.mode, Mode::train);
  EXPECT_EQ(config.device, "auto");
  EXPECT_EQ(config.threads, 0);
  EXPECT_EQ(config.fusion, FusionChoice::automatic);
  EXPECT_FALSE(config.iterations.has_value());
  EXPECT_FALSE(config.learning_rate.has_value());
  EXPECT_EQ(line.output.db, "resnet_bench.db");
  EXPECT_EQ(line.output.summary, "summary.tsv");
  EXPECT_EQ(line.output.format, OutputFormat::table);
  EXPECT_EQ(line.output.verbosity, 0);
}

TEST(CommandLine, RunMayBeNamed) {
  EXPECT_EQ(only_config({"run"}).model, "resnet50");
  EXPECT_EQ(only_config({"run", "--model", "resnet18"}).model, "resnet18");
}

TEST(CommandLine, EveryOptionArrives) {
  const CommandLine line = parse({"--model",
                                  "resnet18",
                                  "--variant",
                                  "v1",
                                  "--batch",
                                  "7",
                                  "--image-size",
                                  "64",
                                  "--classes",
                                  "10",
                                  "--mode",
                                  "infer",
                                  "--device",
                                  "reference",
                                  "--threads",
                                  "8",
                                  "--precision",
                                  "fp64",
                                  "--fusion",
                                  "fold",
                                  "--layout",
                                  "nchw",
                                  "--conv",
                                  "openblas",
                                  "--iterations",
                                  "5",
                                  "--warmup",
                                  "0",
                                  "--max-seconds",
                                  "1.5",
                                  "--seed",
                                  "0",
                                  "--data",
                                  "zeros",
                                  "--batches",
                                  "2",
                                  "--init",
                                  "separated",
                                  "--timing",
                                  "sync",
                                  "--raw",
                                  "all",
                                  "--label",
                                  "driver=1",
                                  "--label",
                                  "x==",
                                  "--learning-rate",
                                  "1e-3",
                                  "--db",
                                  "a.db",
                                  "--summary",
                                  "b.tsv",
                                  "--format",
                                  "json",
                                  "--dump-tensors",
                                  "c.st",
                                  "--dump-leaves",
                                  "--dry-run",
                                  "-vv"});
  ASSERT_EQ(line.configs.size(), 1u);
  const BenchmarkConfig& config = line.configs[0];
  EXPECT_EQ(config.model, "resnet18");
  EXPECT_EQ(config.variant, "v1");
  EXPECT_EQ(config.batch, 7);
  EXPECT_EQ(config.image_size, 64);
  EXPECT_EQ(config.classes, 10);
  EXPECT_EQ(config.mode, Mode::infer);
  EXPECT_EQ(config.device, "reference");
  EXPECT_EQ(config.threads, 8);
  EXPECT_EQ(config.precision, Precision::fp64);
  EXPECT_EQ(config.fusion, FusionChoice::fold);
  EXPECT_EQ(config.layout, "nchw");
  EXPECT_EQ(config.conv, "openblas");
  EXPECT_EQ(config.iterations, 5);
  EXPECT_EQ(config.warmup, 0);
  EXPECT_EQ(config.max_seconds, 1.5);
  EXPECT_EQ(config.seed, 0);
  EXPECT_EQ(config.data, DataKind::zeros);
  EXPECT_EQ(config.batches, 2);
  EXPECT_EQ(config.init, BatchNormInit::separated);
  EXPECT_EQ(config.timing, TimingMode::sync);
  EXPECT_EQ(config.raw_rows, std::numeric_limits<std::int64_t>::max());
  const std::map<std::string, std::string> labels{{"driver", "1"}, {"x", "="}};
  EXPECT_EQ(config.labels, labels);
  EXPECT_EQ(config.learning_rate, 1e-3);
  EXPECT_EQ(line.output.db, "a.db");
  EXPECT_EQ(line.output.summary, "b.tsv");
  EXPECT_EQ(line.output.format, OutputFormat::json);
  EXPECT_EQ(line.output.dump_tensors, "c.st");
  EXPECT_TRUE(line.output.dump_leaves);
  EXPECT_TRUE(line.output.dry_run);
  EXPECT_EQ(line.output.verbosity, 2);
}

TEST(CommandLine, ListsUnfoldModelsOutsideBatchesInside) {
  const CommandLine line =
      parse({"--batch", "1,1000000000000", "--model=resnet50,resnet18", "--seed=3"});
  ASSERT_EQ(line.configs.size(), 4u);
  const std::int64_t large = 1'000'000'000'000;  // refused by the planner, which knows its bytes
  const std::vector<std::pair<std::string, std::int64_t>> expected{
      {"resnet50", 1}, {"resnet50", large}, {"resnet18", 1}, {"resnet18", large}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(line.configs[i].model, expected[i].first);
    EXPECT_EQ(line.configs[i].batch, expected[i].second);
    EXPECT_EQ(line.configs[i].seed, 3);
  }
}

TEST(CommandLine, TakesTheNamesOfTfCnnBenchmarks) {
  const BenchmarkConfig config =
      only_config({"--batch_size=64", "--num_batches=20", "--num_warmup_batches=0",
                   "--forward_only=True", "--data_format=NHWC", "--num_gpus=1"});
  EXPECT_EQ(config.batch, 64);
  EXPECT_EQ(config.iterations, 20);
  EXPECT_EQ(config.warmup, 0);
  EXPECT_EQ(config.mode, Mode::infer);
  EXPECT_EQ(config.layout, "nhwc");
  EXPECT_EQ(config.device, "cuda");
  EXPECT_EQ(only_config({"--num_gpus", "0"}).device, "cpu");
  EXPECT_EQ(only_config({"--forward_only"}).mode, Mode::infer);
  EXPECT_EQ(only_config({"--forward_only=false"}).mode, Mode::train);
}

TEST(CommandLine, DevicesOfCudaHaveNumbers) {
  EXPECT_EQ(only_config({"--device", "cuda"}).device, "cuda");
  EXPECT_EQ(only_config({"--device", "cuda:01"}).device, "cuda:1");
}

TEST(CommandLine, Pinning) {
  EXPECT_EQ(parse({}).configs[0].pin, Pin::automatic);
  EXPECT_EQ(parse({"--pin", "none"}).configs[0].pin, Pin::none);
  const BenchmarkConfig config = parse({"--pin", "8-10,0", "--numa", "interleave"}).configs[0];
  EXPECT_EQ(config.pin, Pin::list);
  EXPECT_EQ(config.pin_list, (std::vector<int>{8, 9, 10, 0}));
  EXPECT_TRUE(config.interleave);
}

TEST(CommandLine, Soak) {
  EXPECT_FALSE(parse({}).configs[0].soak_minutes);
  EXPECT_EQ(*parse({"--soak", "1.5"}).configs[0].soak_minutes, 1.5);
}

TEST(CommandLine, Roof) {
  EXPECT_EQ(parse({}).configs[0].roof, RoofChoice::automatic);
  EXPECT_EQ(parse({"--recalibrate"}).configs[0].roof, RoofChoice::measure);
  EXPECT_EQ(parse({"--no-roof"}).configs[0].roof, RoofChoice::none);
}

TEST(CommandLine, RawRows) {
  EXPECT_EQ(only_config({"--raw", "none"}).raw_rows, 0);
  EXPECT_EQ(only_config({"--raw", "5000"}).raw_rows, 5000);
}

TEST(CommandLine, Verbosity) {
  EXPECT_EQ(parse({"-q"}).output.verbosity, -1);
  EXPECT_EQ(parse({"--quiet"}).output.verbosity, -1);
  EXPECT_EQ(parse({"-v", "--verbose"}).output.verbosity, 2);
}

TEST(CommandLine, Lists) {
  EXPECT_EQ(parse({"list", "models"}).command, Command::list_models);
  EXPECT_EQ(parse({"list", "devices"}).command, Command::list_devices);
  EXPECT_EQ(parse({"list", "algorithms"}).command, Command::list_algorithms);
}

TEST(CommandLine, HelpIsGroupedAndNamesEveryDefault) {
  for (const char* help : {"--help", "-h"}) {
    const CommandLine line = parse({help});
    EXPECT_EQ(line.command, Command::print);
    std::size_t position = 0;
    for (const char* part :
         {"Usage: resnet_bench [run] [OPTIONS]", "\nWhat to run:\n", "--model NAME[,NAME...]",
          "resnet18, resnet34, resnet50 [resnet50]", "--batch N[,N...]|max", "[32]", "\nWhere:\n",
          "--device auto|cpu|cuda[:I]|reference", "\nHow:\n", "\nHow long:\n", "\nOutput:\n",
          "\nTesting:\n", "\nNames of tf_cnn_benchmarks:\n", "--batch_size", "\nExamples:\n",
          "Exit status:"}) {
      position = line.text.find(part, position);
      ASSERT_NE(position, std::string::npos) << part << " in\n" << line.text;
    }
  }
  EXPECT_NE(parse({"list", "--help"}).text.find("models, devices, algorithms or suites"),
            std::string::npos);
  EXPECT_EQ(parse({"run", "--help"}).text, parse({"--help"}).text);
}

TEST(CommandLine, HelpWinsOverMistakes) {
  EXPECT_EQ(parse({"--batch", "0", "--nonsense", "--help"}).command, Command::print);
}

TEST(CommandLine, Version) {
  EXPECT_EQ(parse({"--version"}).command, Command::print);
  EXPECT_EQ(parse({"--version"}).text, "resnet_bench 1.2.3\n");
}

}  // namespace
}  // namespace resnet_bench
