#include "resnet_bench/roof.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace resnet_bench {
namespace {

MachineRoof example() {
  MachineRoof roof;
  roof.compute = {{"fp32", {100e9, 90e9}}, {"fp64", {50e9, {}}}};
  for (const auto& [bytes, read, write] :
       {std::tuple{1000, 80e9, 40e9}, std::tuple{100'000, 20e9, 10e9}}) {
    roof.bandwidth.push_back({bytes, 0, {read, {}}});
    roof.bandwidth.push_back({bytes, 1, {write, {}}});
  }
  return roof;
}

TEST(MachineRoof, ComputeByPrecision) {
  EXPECT_EQ(*example().flops_per_second("fp64"), 50e9);
  EXPECT_FALSE(example().flops_per_second("bf16"));
}

TEST(MachineRoof, BandwidthAtThePointsMeasured) {
  EXPECT_DOUBLE_EQ(*example().bytes_per_second(1000, 0), 80e9);
  EXPECT_DOUBLE_EQ(*example().bytes_per_second(100'000, 1), 10e9);
}

TEST(MachineRoof, BetweenThemTheTimeOfAByteIsLinear) {
  // Half the bytes read at 80, half written at 40: 1/2 (1/80 + 1/40) ns a byte.
  EXPECT_NEAR(*example().bytes_per_second(1000, 0.5), 2 / (1 / 80e9 + 1 / 40e9), 1);
  // 10 000 is half way from 1 000 to 100 000 in logarithms.
  EXPECT_NEAR(*example().bytes_per_second(10'000, 0), 2 / (1 / 80e9 + 1 / 20e9), 1);
}

TEST(MachineRoof, OutsideItIsTheNearestPoint) {
  EXPECT_DOUBLE_EQ(*example().bytes_per_second(0, 0), 80e9);
  EXPECT_DOUBLE_EQ(*example().bytes_per_second(1e12, 0), 20e9);
  EXPECT_FALSE(MachineRoof{}.bytes_per_second(1000, 0));
}

TEST(RoofBound, TheLargerTimeBinds) {
  const auto memory = roof_bound(example(), "fp32", 100, 1000, 0);
  ASSERT_TRUE(memory);
  EXPECT_NEAR(memory->ns, 12.5, 1e-9);
  EXPECT_EQ(memory->binds, RoofBinds::memory);
  const auto compute = roof_bound(example(), "fp32", 5000, 500, 500);
  EXPECT_NEAR(compute->ns, 50, 1e-9);
  EXPECT_EQ(compute->binds, RoofBinds::compute);
}

TEST(RoofBound, NothingWhereTheRoofOrTheWorkIsUnknown) {
  EXPECT_FALSE(roof_bound({}, "fp32", 1, 1, 1));
  EXPECT_FALSE(roof_bound(example(), "bf16", 1, 1, 1));
  EXPECT_FALSE(roof_bound(example(), "fp32", 0, 0, 0));
}

TEST(MultipliesLess, WinogradAndFourier) {
  EXPECT_TRUE(multiplies_less("openblas-winograd"));
  EXPECT_TRUE(multiplies_less("cudnn:fft_tiling"));
  EXPECT_FALSE(multiplies_less("openblas"));
}

}  // namespace
}  // namespace resnet_bench
