#include "backends/cpu/kernels/roof_kernels.hpp"
#include "backends/cpu/measure_roof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace resnet_bench::cpu {
namespace {

/// The sum of twelve chains of as many lanes as FLOP say, each v = v / 2 + 1 from its number.
double chains_by_hand(std::int64_t rounds, std::int64_t flop) {
  const std::int64_t lanes = flop / 24;
  double sum = 0;
  for (int chain = 0; chain < 12; ++chain) {
    double v = chain;
    for (std::int64_t i = 0; i < rounds; ++i) v = v / 2 + 1;
    sum += v * static_cast<double>(lanes);
  }
  return sum;
}

TEST(RoofKernels, MultiplyAddsDoWhatTheyAreCountedFor) {
  for (const std::int64_t rounds : {0, 1, 2, 7}) {
    EXPECT_NEAR(multiply_add_f32(rounds), chains_by_hand(rounds, multiply_add_flop_f32()), 1e-3);
    EXPECT_DOUBLE_EQ(multiply_add_f64(rounds), chains_by_hand(rounds, multiply_add_flop_f64()));
  }
  EXPECT_EQ(multiply_add_flop_f32(), 2 * multiply_add_flop_f64());
}

struct alignas(64) Line {
  float values[16];
};

/// Floats aligned to a cache line, 1, 2, 3, ...
struct Floats {
  explicit Floats(std::int64_t count) : lines(static_cast<std::size_t>(count / 16)) {
    std::iota(data(), data() + count, 1.0F);
  }
  float* data() { return lines.data()->values; }
  std::vector<Line> lines;
};

TEST(RoofKernels, StreamsReachEveryElementOnce) {
  for (const std::int64_t count : {128, 384, 1024}) {
    Floats a(count), b(count), to(count);
    const float sum = static_cast<float>(count * (count + 1) / 2);
    EXPECT_EQ(read_stream(count, a.data()), sum);
    for (const bool past_caches : {false, true}) {
      write_stream(count, 2, to.data(), past_caches);
      EXPECT_EQ(std::accumulate(to.data(), to.data() + count, 0.0), 2.0 * count);
      copy_stream(count, a.data(), to.data(), past_caches);
      EXPECT_TRUE(std::equal(a.data(), a.data() + count, to.data()));
      add_stream(count, a.data(), b.data(), to.data(), past_caches);
      for (std::int64_t i = 0; i < count; ++i) EXPECT_EQ(to.data()[i], 2.0F * (i + 1));
    }
  }
}

TEST(MeasureRoof, HasEveryMixAtEverySizeAndSustainedRatesBelowBursts) {
  const MachineRoof roof = measure_roof(ThreadTeam(2), {.largest_bytes = 512 * 1024,
                                                        .window_seconds = 2e-4,
                                                        .point_seconds = 1e-3,
                                                        .sustained_seconds = 2e-3});
  ASSERT_EQ(roof.compute.size(), 2u);
  for (const ComputeRoof& compute : roof.compute) {
    EXPECT_GT(compute.rate.burst, 0);
    ASSERT_TRUE(compute.rate.sustained);
    EXPECT_LE(*compute.rate.sustained, compute.rate.burst * (1 + 1e-9));
  }
  std::map<std::int64_t, std::set<double>> shares;
  for (const BandwidthRoof& point : roof.bandwidth) {
    shares[point.bytes].insert(point.write_share);
    EXPECT_GT(point.rate.burst, 0);
    EXPECT_EQ(point.rate.sustained.has_value(), point.bytes == 512 * 1024);
  }
  EXPECT_EQ(shares, (std::map<std::int64_t, std::set<double>>{{32 * 1024, {0, 1.0 / 3, 0.5, 1}},
                                                              {128 * 1024, {0, 1.0 / 3, 0.5, 1}},
                                                              {512 * 1024, {0, 1.0 / 3, 0.5, 1}}}));
}

}  // namespace
}  // namespace resnet_bench::cpu
