#include "backends/reference/reference_backend.hpp"
#include "layers/conv.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

/// Counts taps one by one.
std::int64_t taps_within(std::int64_t height, std::int64_t width, std::int64_t kernel,
                         std::int64_t stride, std::int64_t pad) {
  std::int64_t taps = 0;
  for (std::int64_t top = -pad; top + kernel <= height + pad; top += stride) {
    for (std::int64_t left = -pad; left + kernel <= width + pad; left += stride) {
      for (std::int64_t y = top; y < top + kernel; ++y) {
        for (std::int64_t x = left; x < left + kernel; ++x) {
          taps += y >= 0 && y < height && x >= 0 && x < width;
        }
      }
    }
  }
  return taps;
}

TEST(ConvFlops, WithAndWithoutTapsOnThePadding) {
  const auto backend = make_reference_backend({});
  struct Case {
    std::int64_t height, width, kernel, stride, pad;
  };
  for (const Case& c : {Case{4, 4, 3, 1, 1}, Case{7, 5, 3, 2, 1}, Case{9, 8, 7, 2, 3},
                        Case{5, 6, 1, 2, 0}, Case{1, 1, 3, 1, 1}, Case{3, 3, 7, 1, 3}}) {
    Assembly assembly(*backend, false);
    Conv conv("conv", 6, c.kernel, c.stride, c.pad);
    conv.assign_paths("");
    conv.set_members({"conv"});
    const TensorId y = conv.connect(assembly, assembly.input("input", {2, 3, c.height, c.width}));
    EXPECT_EQ(conv.flops(Pass::Fwd),
              2 * 3 * c.kernel * c.kernel * assembly.tensor(y).shape.elements());
    EXPECT_EQ(conv.flops_without_padding(Pass::Fwd),
              2 * 2 * 3 * 6 * taps_within(c.height, c.width, c.kernel, c.stride, c.pad))
        << c.height << "x" << c.width << ", kernel " << c.kernel;
  }
}

}  // namespace
}  // namespace resnet_bench
