#include "backends/cpu/kernels/batch_norm_apply.hpp"
#include "backends/cpu/kernels/batch_norm_backward.hpp"
#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <hwy/aligned_allocator.h>

#include <cstring>
#include <vector>

namespace resnet_bench::test {
namespace {

/// Channels that fill whole vectors of every instruction set, and some that fill none.
class StreamingStoresTest : public testing::TestWithParam<std::int64_t> {
 protected:
  static constexpr std::int64_t rows = 9;

  using Floats = hwy::AlignedFreeUniquePtr<float[]>;
  /// Aligned for streaming, with a float to spare: from the second on it is not.
  static Floats floats(std::int64_t count, std::uint64_t seed) {
    Floats data = hwy::AllocateAligned<float>(static_cast<std::size_t>(count + 1));
    const Values values = fractions({count + 1}, seed);
    for (std::size_t i = 0; i < values.size(); ++i) data[i] = static_cast<float>(values[i]);
    return data;
  }

  std::int64_t channels = GetParam();
  Floats x = floats(rows * channels, 1), y = floats(rows * channels, 2);
  Floats dy = floats(rows * channels, 3), a = floats(channels, 4), b = floats(channels, 5);
  Floats c = floats(channels, 6), d = floats(channels, 7);
};

TEST_P(StreamingStoresTest, BatchNormApplyWritesTheSameBits) {
  on_each_vector_target([&] {
    for (const int offset : {0, 1}) {
      Floats plain = floats(rows * channels, 8), streamed = floats(rows * channels, 9);
      cpu::BatchNormApply apply{.channels = channels,
                                .x = x.get(),
                                .scale = a.get(),
                                .shift = b.get(),
                                .shortcut = dy.get(),
                                .relu = true,
                                .y = plain.get() + offset};
      cpu::batch_norm_apply(apply, 0, rows, 0);
      apply.y = streamed.get() + offset;
      apply.stream = true;
      cpu::batch_norm_apply(apply, 0, rows, 0);
      EXPECT_EQ(0, std::memcmp(plain.get() + offset, streamed.get() + offset,
                               static_cast<std::size_t>(rows * channels) * sizeof(float)));
    }
  });
}

TEST_P(StreamingStoresTest, BatchNormBackwardWritesTheSameBits) {
  on_each_vector_target([&] {
    for (const int offset : {0, 1}) {
      Floats plain = floats(rows * channels, 8), streamed = floats(rows * channels, 9);
      cpu::BatchNormBackwardData data{.channels = channels,
                                      .x = x.get(),
                                      .relu = {.y = y.get()},
                                      .dy = dy.get(),
                                      .mean = a.get(),
                                      .scale = b.get(),
                                      .mean_dz = c.get(),
                                      .slope = d.get(),
                                      .dx = plain.get() + offset};
      cpu::batch_norm_backward_data(data, 0, rows, 0);
      data.dx = streamed.get() + offset;
      data.stream = true;
      cpu::batch_norm_backward_data(data, 0, rows, 0);
      EXPECT_EQ(0, std::memcmp(plain.get() + offset, streamed.get() + offset,
                               static_cast<std::size_t>(rows * channels) * sizeof(float)));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Channels, StreamingStoresTest, testing::Values(1, 16, 17, 64));

}  // namespace
}  // namespace resnet_bench::test
