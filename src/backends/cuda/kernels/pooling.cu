#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/pooling.hpp"
#include "backends/cuda/kernels/typed.hpp"

namespace resnet_bench::cuda {
namespace {

/// An element's place, of a plane of height x width.
struct Place {
  std::int64_t image;
  std::uint32_t channel, row, column;
};

/// The place of the i-th pack of V channels in memory, and back.
template <int V>
struct Planes {
  bool last;
  std::uint32_t channels, height, width;

  __host__ __device__ Place place(std::int64_t i) const {
    auto rest = static_cast<std::uint32_t>(i);
    Place place{};
    if (last) {
      place.channel = rest % (channels / V) * V;
      rest /= channels / V;
    }
    place.column = rest % width;
    rest /= width;
    place.row = rest % height;
    rest /= height;
    if (!last) {
      place.channel = rest % channels;
      rest /= channels;
    }
    place.image = rest;
    return place;
  }
  __host__ __device__ std::int64_t offset(const Place& p) const {
    if (last) return ((p.image * height + p.row) * width + p.column) * channels + p.channel;
    return ((p.image * channels + p.channel) * height + p.row) * width + p.column;
  }
};

template <class T, int V>
struct MaxForward {
  Planes<V> in, out;
  int kernel, stride, pad;
  const T* x;
  T* y;
  std::uint8_t* argmax;

  __host__ __device__ void operator()(std::int64_t i) const {
    const Place to = out.place(i);
    Floats<V> most{};
    Pack<std::uint8_t, V> from{};
    bool first = true;
    for (int r = 0; r < kernel; ++r) {
      const int row = static_cast<int>(to.row) * stride + r - pad;
      if (row < 0 || row >= static_cast<int>(in.height)) continue;
      for (int s = 0; s < kernel; ++s) {
        const int column = static_cast<int>(to.column) * stride + s - pad;
        if (column < 0 || column >= static_cast<int>(in.width)) continue;
        const Place at{to.image, to.channel, static_cast<std::uint32_t>(row),
                       static_cast<std::uint32_t>(column)};
        const Floats<V> values = load_pack<V>(x + in.offset(at));
        for (int v = 0; v < V; ++v) {
          // As in torch, a NaN wins and stays.
          const float value = values.element[v];
          if (!first && !(value > most.element[v]) && value == value) continue;
          most.element[v] = value;
          from.element[v] = static_cast<std::uint8_t>(r * kernel + s);
        }
        first = false;
      }
    }
    store_pack<V>(y + i * V, most);
    if (argmax != nullptr) *reinterpret_cast<Pack<std::uint8_t, V>*>(argmax + i * V) = from;
  }
};

template <class T, int V>
struct MaxBackward {
  Planes<V> in, out;
  int kernel, stride, pad;
  const std::uint8_t* argmax;
  const T* dy;
  T* dx;

  __host__ __device__ void operator()(std::int64_t i) const {
    const Place to = in.place(i);
    Floats<V> sum{};
    for (int r = 0; r < kernel; ++r) {
      const int row = static_cast<int>(to.row) + pad - r;
      if (row < 0 || row % stride != 0 || row / stride >= static_cast<int>(out.height)) continue;
      for (int s = 0; s < kernel; ++s) {
        const int column = static_cast<int>(to.column) + pad - s;
        if (column < 0 || column % stride != 0) continue;
        if (column / stride >= static_cast<int>(out.width)) continue;
        const Place at{to.image, to.channel, static_cast<std::uint32_t>(row / stride),
                       static_cast<std::uint32_t>(column / stride)};
        const std::int64_t offset = out.offset(at);
        const auto from = *reinterpret_cast<const Pack<std::uint8_t, V>*>(argmax + offset);
        const Floats<V> values = load_pack<V>(dy + offset);
        for (int v = 0; v < V; ++v) {
          if (from.element[v] == r * kernel + s) sum.element[v] += values.element[v];
        }
      }
    }
    store_pack<V>(dx + i * V, sum);
  }
};

/// The sum over pixels of a group of V channels of an image, divided by their number.
template <class T, int V>
struct Mean {
  using Value = Floats<V>;
  using Context = Nothing;

  std::int64_t groups, pixels;
  bool last;
  const T* x;
  T* y;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t output,
                                      std::int64_t pixel) const {
    const std::int64_t offset =
        last ? (output / groups * pixels + pixel) * groups * V + output % groups * V
             : output * pixels + pixel;
    combine(value, load_pack<V>(x + offset));
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    for (int v = 0; v < V; ++v) into.element[v] += other.element[v];
  }
  __host__ __device__ void store(std::int64_t output, std::int64_t, const Value& value) const {
    Floats<V> mean;
    for (int v = 0; v < V; ++v) {
      mean.element[v] = value.element[v] / static_cast<float>(pixels);
    }
    store_pack<V>(y + output * V, mean);
  }
};

template <class T, int V>
struct Spread {
  std::int64_t groups, pixels;
  bool last;
  const T* dy;
  T* dx;

  __host__ __device__ void operator()(std::int64_t i) const {
    const std::int64_t output = last ? i / (groups * pixels) * groups + i % groups : i / pixels;
    Floats<V> values = load_pack<V>(dy + output * V);
    for (int v = 0; v < V; ++v) values.element[v] /= static_cast<float>(pixels);
    store_pack<V>(dx + i * V, values);
  }
};

template <int V>
Planes<V> planes(const PoolShape& s, std::int64_t height, std::int64_t width) {
  return {s.channels_last, static_cast<std::uint32_t>(s.channels),
          static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width)};
}

}  // namespace

void max_pool_forward(cudaStream_t stream, const PoolShape& s, const void* x, void* y,
                      std::uint8_t* argmax) {
  with_packs(s.type, s.channels_last ? s.channels : 1, [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    for_each(stream, s.images * s.channels * s.out_height * s.out_width / V,
             MaxForward<T, V>{planes<V>(s, s.height, s.width),
                              planes<V>(s, s.out_height, s.out_width), static_cast<int>(s.kernel),
                              static_cast<int>(s.stride), static_cast<int>(s.pad),
                              static_cast<const T*>(x), static_cast<T*>(y), argmax},
             "max_pool_forward");
  });
}

void max_pool_backward(cudaStream_t stream, const PoolShape& s, const std::uint8_t* argmax,
                       const void* dy, void* dx) {
  with_packs(s.type, s.channels_last ? s.channels : 1, [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    for_each(stream, s.images * s.channels * s.height * s.width / V,
             MaxBackward<T, V>{planes<V>(s, s.height, s.width),
                               planes<V>(s, s.out_height, s.out_width), static_cast<int>(s.kernel),
                               static_cast<int>(s.stride), static_cast<int>(s.pad), argmax,
                               static_cast<const T*>(dy), static_cast<T*>(dx)},
             "max_pool_backward");
  });
}

void average_pool_forward(cudaStream_t stream, DataType type, bool channels_last,
                          std::int64_t images, std::int64_t channels, std::int64_t pixels,
                          const void* x, void* y) {
  with_packs(type, channels_last ? channels : 1, [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    const std::int64_t outputs = images * channels / V;
    reduce(stream,
           Mean<T, V>{channels / V, pixels, channels_last, static_cast<const T*>(x),
                      static_cast<T*>(y)},
           channels_last ? over_columns(outputs, pixels, false) : over_rows(outputs, pixels, false),
           "average_pool_forward");
  });
}

void average_pool_backward(cudaStream_t stream, DataType type, bool channels_last,
                           std::int64_t images, std::int64_t channels, std::int64_t pixels,
                           const void* dy, void* dx) {
  with_packs(type, channels_last ? channels : 1, [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    for_each(stream, images * channels * pixels / V,
             Spread<T, V>{channels / V, pixels, channels_last, static_cast<const T*>(dy),
                          static_cast<T*>(dx)},
             "average_pool_backward");
  });
}

}  // namespace resnet_bench::cuda
