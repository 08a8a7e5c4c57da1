#pragma once

#include "resnet_bench/ops.hpp"

#include <cstddef>
#include <cstdint>

namespace resnet_bench::test {

/// Calls use(index of x, index of w, index of y) for every product of the convolution.
template <class Use>
void for_each_product(const ConvDesc& d, const Use& use) {
  const Shape y = d.y();
  for (std::int64_t n = 0; n < y.n(); ++n)
    for (std::int64_t o = 0; o < y.c(); ++o)
      for (std::int64_t p = 0; p < y.h(); ++p)
        for (std::int64_t q = 0; q < y.w(); ++q)
          for (std::int64_t i = 0; i < d.x.c(); ++i)
            for (std::int64_t r = 0; r < d.kernel; ++r)
              for (std::int64_t s = 0; s < d.kernel; ++s) {
                const std::int64_t h = p * d.stride + r - d.pad;
                const std::int64_t w = q * d.stride + s - d.pad;
                if (h < 0 || h >= d.x.h() || w < 0 || w >= d.x.w()) continue;
                use(static_cast<std::size_t>(((n * d.x.c() + i) * d.x.h() + h) * d.x.w() + w),
                    static_cast<std::size_t>(((o * d.x.c() + i) * d.kernel + r) * d.kernel + s),
                    static_cast<std::size_t>(((n * y.c() + o) * y.h() + p) * y.w() + q));
              }
}

}  // namespace resnet_bench::test
