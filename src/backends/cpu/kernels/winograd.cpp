#include "backends/cpu/kernels/winograd.hpp"

#include <algorithm>

// The order matters to Highway.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/kernels/winograd.cpp"
#include <hwy/foreach_target.h>
#include "backends/cpu/kernels/vectors-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace resnet_bench::cpu {
namespace HWY_NAMESPACE {

// The three transforms along one axis; a 2-D one is this along columns, then along rows.
// read(i) gives input i, write(i, vector) takes output i.

template <class D, class Read, class Write>
HWY_INLINE void input_axis(D d, const Read& read, const Write& write) {
  const auto four = hn::Set(d, 4.0F);
  const auto minus_five = hn::Set(d, -5.0F);
  const auto two = hn::Set(d, 2.0F);
  const auto x0 = read(0), x1 = read(1), x2 = read(2), x3 = read(3), x4 = read(4), x5 = read(5);
  const auto even = hn::NegMulAdd(four, x2, x4);
  const auto odd = hn::NegMulAdd(four, x1, x3);
  const auto even_by_two = hn::Sub(x4, x2);
  const auto odd_by_two = hn::Mul(two, hn::Sub(x3, x1));
  write(0, hn::MulAdd(four, x0, hn::MulAdd(minus_five, x2, x4)));
  write(1, hn::Add(even, odd));
  write(2, hn::Sub(even, odd));
  write(3, hn::Add(even_by_two, odd_by_two));
  write(4, hn::Sub(even_by_two, odd_by_two));
  write(5, hn::MulAdd(four, x1, hn::MulAdd(minus_five, x3, x5)));
}

template <class D, class Read, class Write>
HWY_INLINE void weights_axis(D d, const Read& read, const Write& write) {
  const auto w0 = read(0), w1 = read(1), w2 = read(2);
  const auto sixth = hn::Set(d, -1.0F / 6);
  const auto ends = hn::Mul(sixth, hn::Add(w0, w2));
  const auto middle = hn::Mul(sixth, w1);
  const auto ends_by_two = hn::MulAdd(hn::Set(d, 1.0F / 24), w0, hn::Mul(hn::Set(d, 1.0F / 6), w2));
  const auto middle_by_two = hn::Mul(hn::Set(d, 1.0F / 12), w1);
  write(0, hn::Mul(hn::Set(d, 0.25F), w0));
  write(1, hn::Add(ends, middle));
  write(2, hn::Sub(ends, middle));
  write(3, hn::Add(ends_by_two, middle_by_two));
  write(4, hn::Sub(ends_by_two, middle_by_two));
  write(5, w2);
}

template <class D, class Read, class Write>
HWY_INLINE void output_axis(D d, const Read& read, const Write& write) {
  const auto p1 = read(1), p2 = read(2), p3 = read(3), p4 = read(4);
  const auto sum = hn::Add(p1, p2), difference = hn::Sub(p1, p2);
  const auto sum_by_two = hn::Add(p3, p4), difference_by_two = hn::Sub(p3, p4);
  write(0, hn::Add(hn::Add(read(0), sum), sum_by_two));
  write(1, hn::MulAdd(hn::Set(d, 2.0F), difference_by_two, difference));
  write(2, hn::MulAdd(hn::Set(d, 4.0F), sum_by_two, sum));
  write(3, hn::Add(hn::MulAdd(hn::Set(d, 8.0F), difference_by_two, difference), read(5)));
}

template <class D, class Read, class Write>
HWY_INLINE void gradient_axis(D d, const Read& read, const Write& write) {
  const auto y0 = read(0), y1 = read(1), y2 = read(2), y3 = read(3);
  const auto even = hn::Add(y0, y2), odd = hn::Add(y1, y3);
  const auto even_by_two = hn::MulAdd(hn::Set(d, 4.0F), y2, y0);
  const auto odd_by_two = hn::MulAdd(hn::Set(d, 8.0F), y3, hn::Add(y1, y1));
  write(0, y0);
  write(1, hn::Add(even, odd));
  write(2, hn::Sub(even, odd));
  write(3, hn::Add(even_by_two, odd_by_two));
  write(4, hn::Sub(even_by_two, odd_by_two));
  write(5, y3);
}

template <class D, class Read, class Write>
HWY_INLINE void weight_gradient_axis(D d, const Read& read, const Write& write) {
  const auto p1 = read(1), p2 = read(2), p3 = read(3), p4 = read(4);
  const auto sixth = hn::Set(d, 1.0F / 6);
  const auto sum = hn::Mul(sixth, hn::Add(p1, p2));
  const auto sum_by_two = hn::Add(p3, p4);
  write(0,
        hn::MulAdd(hn::Set(d, 0.25F), read(0), hn::MulSub(hn::Set(d, 1.0F / 24), sum_by_two, sum)));
  write(1, hn::MulAdd(hn::Set(d, 1.0F / 12), hn::Sub(p3, p4), hn::Mul(sixth, hn::Sub(p2, p1))));
  write(2, hn::Add(hn::MulSub(sixth, sum_by_two, sum), read(5)));
}

/// Vectors between the two axes of a 2-D transform, at most 6x6. In memory, because vectors of
/// unknown length make no arrays.
template <class D>
class Patch {
 public:
  explicit Patch(D d) : d_(d) {}
  HWY_INLINE hn::Vec<D> get(int row, int column) const {
    return hn::Load(d_, floats_ + offset(row, column));
  }
  HWY_INLINE void set(int row, int column, hn::Vec<D> v) {
    hn::Store(v, d_, floats_ + offset(row, column));
  }

 private:
  static std::size_t offset(int row, int column) {
    return static_cast<std::size_t>(row * 6 + column) * hn::MaxLanes(D());
  }

  D d_;
  HWY_ALIGN float floats_[36 * hn::MaxLanes(D())];
};

struct Tile {
  std::int64_t image, row, column;  ///< of tiles

  static HWY_INLINE Tile of(const WinogradGeometry& g, std::int64_t index) {
    return {index / g.tiles_per_image(), index / g.tiles_across() % g.tiles_down(),
            index % g.tiles_across()};
  }
};

void input(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
           std::int64_t tile_begin, std::int64_t tile_end, const float* x,
           std::int64_t place_stride, float* transformed) {
  for (std::int64_t index = tile_begin; index < tile_end; ++index) {
    const Tile tile = Tile::of(g, index);
    const float* pixels[36];  // null: outside
    for (std::int64_t i = 0; i < 36; ++i) {
      const std::int64_t h = tile.row * 4 - g.pad + i / 6;
      const std::int64_t w = tile.column * 4 - g.pad + i % 6;
      const bool inside = h >= 0 && h < g.height && w >= 0 && w < g.width;
      pixels[i] = inside ? x + tile.image * image_stride + (h * g.width + w) * channels : nullptr;
    }
    float* out = transformed + (index - tile_begin) * channels;
    for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
      Patch<decltype(d)> patch(d);
      for (int column = 0; column < 6; ++column) {
        input_axis(
            d,
            [&](int row) HWY_ATTR {
              const float* pixel = pixels[row * 6 + column];
              return pixel != nullptr ? hn::LoadU(d, pixel + c) : hn::Zero(d);
            },
            [&](int row, auto v) HWY_ATTR { patch.set(row, column, v); });
      }
      for (int row = 0; row < 6; ++row) {
        input_axis(
            d, [&](int column) HWY_ATTR { return patch.get(row, column); },
            [&](int column, auto v)
                HWY_ATTR { hn::StoreU(v, d, out + (row * 6 + column) * place_stride + c); });
      }
    });
  }
}

void weights(std::int64_t elements, std::int64_t begin, std::int64_t end, bool turned,
             const float* w, std::int64_t place_stride, float* transformed) {
  for_each_vector(end - begin, [&](auto d, std::int64_t i) HWY_ATTR {
    Patch<decltype(d)> patch(d);
    for (int column = 0; column < 3; ++column) {
      weights_axis(
          d,
          [&](int row) HWY_ATTR {
            const int tap = row * 3 + column;
            return hn::LoadU(d, w + (turned ? 8 - tap : tap) * elements + begin + i);
          },
          [&](int row, auto v) HWY_ATTR { patch.set(row, column, v); });
    }
    for (int row = 0; row < 6; ++row) {
      weights_axis(
          d, [&](int column) HWY_ATTR { return patch.get(row, column); },
          [&](int column, auto v) HWY_ATTR {
            hn::StoreU(v, d, transformed + (row * 6 + column) * place_stride + begin + i);
          });
    }
  });
}

template <class D>
HWY_INLINE hn::Vec<D> finish(D d, hn::Vec<D> v, const ConvEpilogue& e, std::int64_t pixel,
                             std::int64_t c) {
  if (e.bias != nullptr) v = hn::Add(v, hn::LoadU(d, e.bias + c));
  if (e.shortcut != nullptr) v = hn::Add(v, hn::LoadU(d, e.shortcut + pixel + c));
  return e.relu ? relu_of(v) : v;
}

void output(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
            std::int64_t tile_begin, std::int64_t tile_end, const float* products,
            std::int64_t place_stride, const ConvEpilogue& epilogue, float* y) {
  for (std::int64_t index = tile_begin; index < tile_end; ++index) {
    const Tile tile = Tile::of(g, index);
    const std::int64_t rows = std::min<std::int64_t>(g.out_h - tile.row * 4, 4);
    const std::int64_t columns = std::min<std::int64_t>(g.out_w - tile.column * 4, 4);
    const std::int64_t corner =
        tile.image * image_stride + (tile.row * 4 * g.out_w + tile.column * 4) * channels;
    const float* in = products + (index - tile_begin) * channels;
    for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
      Patch<decltype(d)> patch(d);
      for (int column = 0; column < 6; ++column) {
        output_axis(
            d,
            [&](int row)
                HWY_ATTR { return hn::LoadU(d, in + (row * 6 + column) * place_stride + c); },
            [&](int row, auto v) HWY_ATTR { patch.set(row, column, v); });
      }
      for (int row = 0; row < rows; ++row) {
        output_axis(
            d, [&](int column) HWY_ATTR { return patch.get(row, column); },
            [&](int column, auto v) HWY_ATTR {
              if (column >= columns) return;
              const std::int64_t pixel = corner + (row * g.out_w + column) * channels;
              hn::StoreU(finish(d, v, epilogue, pixel, c), d, y + pixel + c);
            });
      }
    });
  }
}

void gradient(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
              std::int64_t tile_begin, std::int64_t tile_end, const float* dy,
              std::int64_t place_stride, float* transformed) {
  for (std::int64_t index = tile_begin; index < tile_end; ++index) {
    const Tile tile = Tile::of(g, index);
    const std::int64_t rows = g.out_h - tile.row * 4;
    const std::int64_t columns = g.out_w - tile.column * 4;
    const float* corner =
        dy + tile.image * image_stride + (tile.row * 4 * g.out_w + tile.column * 4) * channels;
    float* out = transformed + (index - tile_begin) * channels;
    for_each_vector(channels, [&](auto d, std::int64_t c) HWY_ATTR {
      Patch<decltype(d)> patch(d);
      for (int column = 0; column < 4; ++column) {
        gradient_axis(
            d,
            [&](int row) HWY_ATTR {
              const bool inside = row < rows && column < columns;
              return inside ? hn::LoadU(d, corner + (row * g.out_w + column) * channels + c)
                            : hn::Zero(d);
            },
            [&](int row, auto v) HWY_ATTR { patch.set(row, column, v); });
      }
      for (int row = 0; row < 6; ++row) {
        gradient_axis(
            d, [&](int column) HWY_ATTR { return patch.get(row, column); },
            [&](int column, auto v)
                HWY_ATTR { hn::StoreU(v, d, out + (row * 6 + column) * place_stride + c); });
      }
    });
  }
}

void weight_gradient(std::int64_t elements, const float* products, std::int64_t place_stride,
                     float* dweight) {
  for_each_vector(elements, [&](auto d, std::int64_t i) HWY_ATTR {
    Patch<decltype(d)> patch(d);
    for (int column = 0; column < 6; ++column) {
      weight_gradient_axis(
          d,
          [&](int row)
              HWY_ATTR { return hn::LoadU(d, products + (row * 6 + column) * place_stride + i); },
          [&](int row, auto v) HWY_ATTR { patch.set(row, column, v); });
    }
    for (int row = 0; row < 3; ++row) {
      weight_gradient_axis(
          d, [&](int column) HWY_ATTR { return patch.get(row, column); },
          [&](int column, auto v)
              HWY_ATTR { hn::StoreU(v, d, dweight + (row * 3 + column) * elements + i); });
    }
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace resnet_bench::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resnet_bench::cpu {

HWY_EXPORT(input);
HWY_EXPORT(weights);
HWY_EXPORT(output);
HWY_EXPORT(gradient);
HWY_EXPORT(weight_gradient);

void winograd_input(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
                    std::int64_t tile_begin, std::int64_t tile_end, const float* x,
                    std::int64_t place_stride, float* transformed) {
  HWY_DYNAMIC_DISPATCH(input)
  (g, channels, image_stride, tile_begin, tile_end, x, place_stride, transformed);
}

void winograd_weights(std::int64_t elements, std::int64_t begin, std::int64_t end, bool turned,
                      const float* w, std::int64_t place_stride, float* transformed) {
  HWY_DYNAMIC_DISPATCH(weights)(elements, begin, end, turned, w, place_stride, transformed);
}

void winograd_output(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
                     std::int64_t tile_begin, std::int64_t tile_end, const float* products,
                     std::int64_t place_stride, const ConvEpilogue& epilogue, float* y) {
  HWY_DYNAMIC_DISPATCH(output)
  (g, channels, image_stride, tile_begin, tile_end, products, place_stride, epilogue, y);
}

void winograd_gradient(const WinogradGeometry& g, std::int64_t channels, std::int64_t image_stride,
                       std::int64_t tile_begin, std::int64_t tile_end, const float* dy,
                       std::int64_t place_stride, float* transformed) {
  HWY_DYNAMIC_DISPATCH(gradient)
  (g, channels, image_stride, tile_begin, tile_end, dy, place_stride, transformed);
}

void winograd_weight_gradient(std::int64_t elements, const float* products,
                              std::int64_t place_stride, float* dweight) {
  HWY_DYNAMIC_DISPATCH(weight_gradient)(elements, products, place_stride, dweight);
}

}  // namespace resnet_bench::cpu
#endif
