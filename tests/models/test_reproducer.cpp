#include "models/reproducer.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

/// 3x3 of 3 channels to 64 at 32x32, batch 128, which MIOpen's tests log.
ConvProblem logged() { return parse_conv_problem("mb128ic3ih32oc64oh32kh3ph1nlogged"); }

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Reproducer, MiopenDriversLineIsTheOneThatMiopenLogs) {
  // test/gtest/log_test_helper.hpp of ROCm/MIOpen has this line.
  EXPECT_EQ(reproduce(logged(), Pass::Fwd, {}).miopen,
            "./bin/MIOpenDriver conv -n 128 -c 3 -H 32 -W 32 -k 64 -y 3 -x 3 -p 1 -q 1 -u 1 -v 1 "
            "-l 1 -j 1 -m conv -g 1 -F 1 -t 1");
}

TEST(Reproducer, PassesAreWhatOthersCallThem) {
  const auto benchdnn = [](Pass pass, bool training) {
    return reproduce(logged(), pass, {.training = training}).benchdnn;
  };
  const std::string problem = " mb128ic3ih32oc64oh32kh3ph1nlogged";
  EXPECT_EQ(benchdnn(Pass::Fwd, true), "benchdnn --conv --mode=P --dir=FWD_D" + problem);
  EXPECT_EQ(benchdnn(Pass::Fwd, false), "benchdnn --conv --mode=P --dir=FWD_I" + problem);
  EXPECT_EQ(benchdnn(Pass::BwdData, true), "benchdnn --conv --mode=P --dir=BWD_D" + problem);
  EXPECT_EQ(benchdnn(Pass::BwdWeights, true), "benchdnn --conv --mode=P --dir=BWD_W" + problem);
  EXPECT_TRUE(holds(reproduce(logged(), Pass::BwdData, {}).miopen, " -F 2 "));
  EXPECT_TRUE(holds(reproduce(logged(), Pass::BwdWeights, {}).miopen, " -F 4 "));
}

TEST(Reproducer, PrecisionLayoutAndAlgorithmGoAlong) {
  const Reproducer bf16 =
      reproduce(logged(), Pass::Fwd, {.precision = "bf16", .channels_last = true, .threads = 4});
  EXPECT_TRUE(holds(bf16.benchdnn, "--dt=bf16 --stag=axb --dtag=axb mb128"));
  EXPECT_TRUE(holds(bf16.miopen, "MIOpenDriver convbfp16 -n"));
  EXPECT_TRUE(holds(bf16.miopen, "--in_layout NHWC --fil_layout NHWC --out_layout NHWC"));
  EXPECT_TRUE(holds(bf16.torch, "dtype=torch.bfloat16).to(memory_format=torch.channels_last)"));
  EXPECT_TRUE(holds(bf16.torch, "num_threads=4"));
  EXPECT_TRUE(
      holds(reproduce(logged(), Pass::Fwd, {.conv = "onednn-winograd"}).benchdnn, "--alg=WINO"));
  const Reproducer fp64 = reproduce(logged(), Pass::Fwd, {.precision = "fp64"});
  EXPECT_TRUE(holds(fp64.benchdnn, "--dt=f64"));
  EXPECT_EQ(fp64.miopen, "# MIOpenDriver has no convolution in fp64");
}

TEST(Reproducer, PyTorchsScriptHasShapesAndTheGradientThatIsAskedFor) {
  const std::string data = reproduce(logged(), Pass::BwdData, {}).torch;
  EXPECT_TRUE(holds(data, "x = torch.randn(128, 3, 32, 32, dtype=torch.float32)"));
  EXPECT_TRUE(holds(data, "w = torch.randn(64, 3, 3, 3, dtype=torch.float32)"));
  EXPECT_TRUE(holds(data, "dy = torch.randn(128, 64, 32, 32, dtype=torch.float32)"));
  EXPECT_TRUE(holds(data, "1, [True, False, False])"));
  EXPECT_TRUE(holds(reproduce(logged(), Pass::BwdWeights, {}).torch, "1, [False, True, False])"));
  EXPECT_TRUE(holds(reproduce(logged(), Pass::Fwd, {}).torch, "conv2d(x, w, stride=1, padding=1)"));
}

}  // namespace
}  // namespace resnet_bench
