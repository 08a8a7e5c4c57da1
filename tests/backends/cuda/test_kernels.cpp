#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/device_array.hpp"
#include "backends/cuda/double/fixture.hpp"
#include "backends/cuda/kernels/activation.hpp"
#include "backends/cuda/kernels/batch_norm.hpp"
#include "backends/cuda/kernels/column_sum.hpp"
#include "backends/cuda/kernels/pooling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

/// Kernels over sizes around a pack, a block and a grid, against sums in double.
namespace resnet_bench::cuda {
namespace {

using test::DeviceArray;
using Floats = std::vector<float>;

class CudaKernels : public cuda_double::OnTheDouble {
 protected:
  CudaKernels() { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  void TearDown() override {
    cudaStreamDestroy(stream_);
    OnTheDouble::TearDown();
  }

  Floats random(std::int64_t count, float mean = 0) {
    std::normal_distribution<float> normal(mean, 1);
    Floats values(static_cast<std::size_t>(count));
    for (float& value : values) value = normal(engine_);
    return values;
  }

  cudaStream_t stream_ = nullptr;
  std::mt19937 engine_{1};
};

constexpr std::int64_t sizes[] = {1, 3, 4, 5, 255, 256, 257, 1021, 4096, 70'001};

TEST_F(CudaKernels, ReluAndItsGradientOverAnySize) {
  for (const std::int64_t count : sizes) {
    const Floats x = random(count);
    const Floats dy = random(count);
    const DeviceArray<float> device_x(x), device_dy(dy), y(x.size()), dx(x.size());
    relu_forward(stream_, DataType::f32, count, device_x.data(), y.data());
    relu_backward(stream_, DataType::f32, count, y.data(), device_dy.data(), dx.data());
    const Floats forward = y.values();
    const Floats backward = dx.values();
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_EQ(forward[i], std::max(0.0F, x[i])) << i << " of " << count;
      ASSERT_EQ(backward[i], x[i] > 0 ? dy[i] : 0.0F) << i << " of " << count;
    }
  }
}

TEST_F(CudaKernels, AddMayWriteOverWhatItReads) {
  for (const std::int64_t count : sizes) {
    const Floats a = random(count);
    const Floats b = random(count);
    const DeviceArray<float> sum(a), other(b);
    add(stream_, DataType::f32, count, sum.data(), other.data(), sum.data());
    const Floats found = sum.values();
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(found[i], a[i] + b[i]) << i;
  }
}

TEST_F(CudaKernels, ColumnSums) {
  for (const std::int64_t rows : {1, 2, 33, 1000}) {
    for (const std::int64_t columns : {1, 7, 32, 33, 257}) {
      const Floats matrix = random(rows * columns);
      const DeviceArray<float> device(matrix), sum(static_cast<std::size_t>(columns));
      column_sum(stream_, DataType::f32, rows, columns, device.data(), sum.data());
      const Floats found = sum.values();
      for (std::int64_t c = 0; c < columns; ++c) {
        double expected = 0;
        for (std::int64_t r = 0; r < rows; ++r) {
          expected += static_cast<double>(matrix[static_cast<std::size_t>(r * columns + c)]);
        }
        ASSERT_NEAR(found[static_cast<std::size_t>(c)], expected, 1e-6 * static_cast<double>(rows))
            << rows << " x " << columns;
      }
    }
  }
}

/// A mean a thousand times the deviation leaves the variance exact, for no squares are subtracted.
TEST_F(CudaKernels, StatisticsStandALargeMean) {
  for (const bool last : {true, false}) {
    for (const std::int64_t channels : {1, 3, 8, 33}) {
      const Channels shape{.images = 3, .channels = channels, .pixels = 143, .last = last};
      const Floats x = random(shape.elements(), 1000);
      const auto count = static_cast<std::size_t>(channels);
      const DeviceArray<float> device(x), mean(count), inv_std(count);
      const DeviceArray<float> running_mean(Floats(count, 0)), running_variance(Floats(count, 1));
      const DeviceArray<std::byte> partial(
          static_cast<std::size_t>(batch_norm_scratch_bytes(shape, DataType::f32)));
      batch_norm_statistics(stream_, {.shape = shape,
                                      .type = DataType::f32,
                                      .x = device.data(),
                                      .partial = partial.data(),
                                      .saved_mean = mean.data(),
                                      .saved_inv_std = inv_std.data(),
                                      .running_mean = running_mean.data(),
                                      .running_variance = running_variance.data(),
                                      .epsilon = 1e-5F,
                                      .momentum = 0.1F});
      const Floats means = mean.values();
      const Floats inverses = inv_std.values();
      const Floats variances = running_variance.values();
      for (std::int64_t c = 0; c < channels; ++c) {
        double sum = 0;
        double squares = 0;
        const auto value = [&](std::int64_t i) {
          const std::int64_t place =
              last ? i * channels + c
                   : (i / shape.pixels * channels + c) * shape.pixels + i % shape.pixels;
          return static_cast<double>(x[static_cast<std::size_t>(place)]);
        };
        for (std::int64_t i = 0; i < shape.values(); ++i) sum += value(i);
        const double expected = sum / static_cast<double>(shape.values());
        for (std::int64_t i = 0; i < shape.values(); ++i) {
          squares += (value(i) - expected) * (value(i) - expected);
        }
        const double variance = squares / static_cast<double>(shape.values());
        const auto at = static_cast<std::size_t>(c);
        ASSERT_NEAR(means[at], expected, 1e-3);
        ASSERT_NEAR(inverses[at], 1 / std::sqrt(variance + 1e-5), 2e-4);
        const double unbiased = squares / static_cast<double>(shape.values() - 1);
        ASSERT_NEAR(variances[at], 0.9 + 0.1 * unbiased, 1e-4);
      }
    }
  }
}

/// Ties go to the first in row-major order, padding never wins, and dx gathers.
TEST_F(CudaKernels, MaxPoolingOfTies) {
  const PoolShape shape{.type = DataType::f32,
                        .channels_last = true,
                        .images = 1,
                        .channels = 1,
                        .height = 3,
                        .width = 3,
                        .out_height = 2,
                        .out_width = 2,
                        .kernel = 3,
                        .stride = 2,
                        .pad = 1};
  const DeviceArray<float> x(Floats(9, -1)), y(4), dx(9);
  const DeviceArray<float> dy(Floats{1, 2, 4, 8});
  const DeviceArray<std::uint8_t> argmax(4);
  max_pool_forward(stream_, shape, x.data(), y.data(), argmax.data());
  max_pool_backward(stream_, shape, argmax.data(), dy.data(), dx.data());
  EXPECT_EQ(y.values(), Floats(4, -1));
  EXPECT_EQ(argmax.values(), (std::vector<std::uint8_t>{4, 3, 1, 0}));
  EXPECT_EQ(dx.values(), (Floats{1, 2, 0, 4, 8, 0, 0, 0, 0}));
}

/// Sums the numbers of its terms.
struct SumOfTerms {
  using Value = double;
  struct Context {};
  double* sums;  ///< outputs x chunks

  Context context(std::int64_t) const { return {}; }
  void accumulate(Value& value, const Context&, std::int64_t output, std::int64_t term) const {
    value += static_cast<double>(term + 1) * static_cast<double>(output + 1);
  }
  static void combine(Value& into, const Value& other) { into += other; }
  void store(std::int64_t output, std::int64_t chunk, const Value& value) const {
    sums[output + chunk * outputs] = value;
  }
  std::int64_t outputs;
};

/// The skeleton of all reductions, phase by phase: what a block holds in the rows that are left is
/// the sum of its chunk after each of them, and the last stores it.
TEST(BlockReductionSkeleton, KeepsTheSumInEachPhase) {
  for (const std::int64_t outputs : {1, 5, 32, 33}) {
    for (const std::int64_t terms : {1, 7, 255, 256, 257, 5003}) {
      for (const bool chunked : {false, true}) {
        const ReductionShape shape = over_columns(outputs, terms, chunked);
        // Chunks part the terms.
        std::int64_t covered = 0;
        for (std::int64_t chunk = 0; chunk < shape.chunks; ++chunk) {
          ASSERT_EQ(shape.first(chunk), covered);
          covered += shape.size(chunk);
        }
        ASSERT_EQ(covered, terms);

        std::vector<double> sums(static_cast<std::size_t>(outputs * shape.chunks), NAN);
        const BlockReduction<SumOfTerms> kernel{{sums.data(), outputs}, shape};
        const auto blocks = static_cast<unsigned>(shape.tiles() * shape.chunks);
        for (unsigned block = 0; block < blocks; ++block) {
          BlockReduction<SumOfTerms>::Shared shared;
          Nothing state;
          const std::int64_t chunk = block / shape.tiles();
          const auto exact = [&](std::int64_t output) {
            double sum = 0;
            for (std::int64_t t = shape.first(chunk); t < shape.first(chunk + 1); ++t) {
              sum += static_cast<double>(t + 1) * static_cast<double>(output + 1);
            }
            return output < outputs ? sum : 0;
          };
          unsigned rows = kernel.rows();
          for (int phase = 0; phase < kernel.phases(); ++phase) {
            for (unsigned t = 0; t < block_threads; ++t) {
              kernel.run(phase, Thread{block, t, blocks, block_threads}, state, shared);
            }
            if (phase > 0) rows /= 2;
            for (unsigned lane = 0; lane < shape.lanes; ++lane) {
              double left = 0;
              for (unsigned row = 0; row < rows; ++row) {
                left += shared.value[row * shape.lanes + lane];
              }
              ASSERT_EQ(left, exact(block % shape.tiles() * shape.lanes + lane));
            }
          }
          ASSERT_EQ(rows, 1U);
        }
        for (const double sum : sums) ASSERT_FALSE(std::isnan(sum));  // each was stored
      }
    }
  }
}

}  // namespace
}  // namespace resnet_bench::cuda
