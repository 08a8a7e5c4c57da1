#include "backends/cpu/kernels/im2col.hpp"

#include "backends/cpu/divide_up.hpp"

#include <algorithm>
#include <cstring>

namespace resnet_bench::cpu {
namespace {

void copy(float* to, const float* from, std::int64_t count) {
  std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(float));
}

void clear(float* to, std::int64_t count) {
  std::memset(to, 0, static_cast<std::size_t>(count) * sizeof(float));
}

}  // namespace

void im2col(const Im2ColGeometry& g, const Im2ColRange& range, const float* x, float* out) {
  // With channels fastest, the taps of one kernel row are neighbours in x: one copy takes them all.
  const std::int64_t kernel_row = g.kernel_w * g.channels;
  const std::int64_t r_begin = range.column_begin / kernel_row;
  const std::int64_t r_end = divide_up(range.column_end, kernel_row);
  const std::int64_t x_row = g.width * g.channels;

  std::int64_t q = range.row_begin % g.out_w;
  std::int64_t p = range.row_begin / g.out_w % g.out_h;
  const float* image = x + range.row_begin / g.out_w / g.out_h * g.height * x_row;

  for (std::int64_t row = range.row_begin; row < range.row_end; ++row) {
    const std::int64_t left = q * g.stride - g.pad_left;
    // Columns of the kernel row that fall on pixels of x.
    const std::int64_t inside_begin = std::clamp<std::int64_t>(-left, 0, g.kernel_w) * g.channels;
    const std::int64_t inside_end =
        std::clamp<std::int64_t>(g.width - left, 0, g.kernel_w) * g.channels;

    for (std::int64_t r = r_begin; r < r_end; ++r) {
      const std::int64_t begin = std::max<std::int64_t>(range.column_begin - r * kernel_row, 0);
      const std::int64_t end = std::min(range.column_end - r * kernel_row, kernel_row);
      const std::int64_t h = p * g.stride - g.pad_top + r;
      const bool row_inside = h >= 0 && h < g.height;
      const std::int64_t from = row_inside ? std::clamp(inside_begin, begin, end) : end;
      const std::int64_t to = row_inside ? std::clamp(inside_end, from, end) : end;

      if (from > begin) clear(out, from - begin);
      if (to > from) {
        copy(out + (from - begin), image + h * x_row + left * g.channels + from, to - from);
      }
      if (end > to) clear(out + (to - begin), end - to);
      out += end - begin;
    }

    if (++q == g.out_w) {
      q = 0;
      if (++p == g.out_h) {
        p = 0;
        image += g.height * x_row;
      }
    }
  }
}

}  // namespace resnet_bench::cpu
