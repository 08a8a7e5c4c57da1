#include "backends/cpu/kernels/block_gemm.hpp"
#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <hwy/aligned_allocator.h>

#include <cmath>
#include <ostream>

namespace resnet_bench::test {
namespace {

struct BlockGemmCase {
  std::int64_t block, rows, in_blocks, out_blocks;
};

std::ostream& operator<<(std::ostream& out, const BlockGemmCase& c) {
  return out << c.rows << " rows, " << c.in_blocks << " to " << c.out_blocks << " blocks of "
             << c.block;
}

class BlockGemmTest : public testing::TestWithParam<BlockGemmCase> {
 protected:
  using Floats = hwy::AlignedFreeUniquePtr<float[]>;

  static Floats floats(std::int64_t count, std::uint64_t seed) {
    const Values values = fractions({count}, seed);
    Floats result = hwy::AllocateAligned<float>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) result[i] = static_cast<float>(values[i]);
    return result;
  }

  const BlockGemmCase c = GetParam();
  const std::int64_t square = c.block * c.block;
  const std::int64_t stride = c.rows * c.block + 2 * c.block;  ///< a gap between blocks
};

TEST_P(BlockGemmTest, ProductIsThatOfItsColumns) {
  const Floats a = floats(c.in_blocks * stride, 1);
  const Floats b = floats(c.out_blocks * c.in_blocks * square, 2);
  on_each_vector_target([&] {
    const Floats out = floats(c.out_blocks * stride, 3);
    cpu::block_gemm({.block = c.block,
                     .rows = c.rows,
                     .in_blocks = c.in_blocks,
                     .out_blocks = c.out_blocks,
                     .a = a.get(),
                     .a_stride = stride,
                     .b = b.get(),
                     .c = out.get(),
                     .c_stride = stride});
    for (std::int64_t o = 0; o < c.out_blocks; ++o) {
      for (std::int64_t at = 0; at < c.rows * c.block; ++at) {
        const std::int64_t row = at / c.block;
        double want = 0;
        for (std::int64_t k = 0; k < c.in_blocks * c.block; ++k) {
          want += static_cast<double>(a[k / c.block * stride + row * c.block + k % c.block]) *
                  static_cast<double>(b[o * c.in_blocks * square + k * c.block + at % c.block]);
        }
        ASSERT_NEAR(out[o * stride + at], want, 1e-5 * std::sqrt(c.in_blocks * c.block))
            << "block " << o << " element " << at;
      }
      const Floats before = floats(c.out_blocks * stride, 3);
      for (std::int64_t at = c.rows * c.block; at < stride; ++at) {
        ASSERT_EQ(out[o * stride + at], before[o * stride + at]) << "written into the gap";
      }
    }
  });
}

TEST_P(BlockGemmTest, OuterProductIsSummedOverRowsAndOntoWhatIsThere) {
  const Floats a = floats(c.in_blocks * stride, 4);
  const Floats b = floats(c.out_blocks * stride, 5);
  on_each_vector_target([&] {
    const Floats out = floats(c.out_blocks * c.in_blocks * square, 6);
    cpu::BlockOuterProduct product{.block = c.block,
                                   .rows = c.rows,
                                   .in_blocks = c.in_blocks,
                                   .out_blocks = c.out_blocks,
                                   .a = a.get(),
                                   .a_stride = stride,
                                   .b = b.get(),
                                   .b_stride = stride,
                                   .c = out.get(),
                                   .accumulate = false};
    for (const int times : {1, 2}) {
      cpu::block_outer_product(product);
      product.accumulate = true;
      for (std::int64_t at = 0; at < c.out_blocks * c.in_blocks * square; ++at) {
        const std::int64_t o = at / (c.in_blocks * square);
        const std::int64_t k = at / c.block % (c.in_blocks * c.block);
        double want = 0;
        for (std::int64_t row = 0; row < c.rows; ++row) {
          want += static_cast<double>(a[k / c.block * stride + row * c.block + k % c.block]) *
                  static_cast<double>(b[o * stride + row * c.block + at % c.block]);
        }
        ASSERT_NEAR(out[at], times * want, 1e-5 * std::sqrt(c.rows)) << "element " << at;
      }
    }
  });
}

std::vector<BlockGemmCase> cases() {
  std::vector<BlockGemmCase> all;
  for (const std::int64_t block : {8, 16}) {
    for (std::int64_t rows = 1; rows <= 30; ++rows) all.push_back({block, rows, 2, 3});
    all.push_back({block, 61, 1, 1});
    all.push_back({block, 5, 35, 2});  // deeper than a part
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, BlockGemmTest, testing::ValuesIn(cases()));

}  // namespace
}  // namespace resnet_bench::test
