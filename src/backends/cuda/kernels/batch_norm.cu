#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/batch_norm.hpp"
#include "backends/cuda/kernels/typed.hpp"

#include <cmath>

namespace resnet_bench::cuda {
namespace {

/// Mean and sum of squared deviations of `count` values, of V channels (Welford 1962).
template <int V>
struct Moments {
  float count;
  float mean[V];
  float m2[V];
};

template <class T, int V>
struct ChunkMoments {
  using Value = Moments<V>;
  using Context = Nothing;

  ChannelIndex<V> index;
  const T* x;
  float* partial;  // [chunk][channel][mean, m2]

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t group,
                                      std::int64_t term) const {
    const Floats<V> values = load_pack<V>(x + index.offset(group, term));
    value.count += 1;
    const float part = 1 / value.count;
    for (int v = 0; v < V; ++v) {
      const float deviation = values.element[v] - value.mean[v];
      value.mean[v] += deviation * part;
      value.m2[v] += deviation * (values.element[v] - value.mean[v]);
    }
  }
  /// Chan, Golub and LeVeque 1979.
  __host__ __device__ static void combine(Value& into, const Value& other) {
    const float count = into.count + other.count;
    if (other.count == 0) return;
    const float part = other.count / count;
    for (int v = 0; v < V; ++v) {
      const float distance = other.mean[v] - into.mean[v];
      into.mean[v] += distance * part;
      into.m2[v] += other.m2[v] + distance * distance * into.count * part;
    }
    into.count = count;
  }
  __host__ __device__ void store(std::int64_t group, std::int64_t chunk, const Value& value) const {
    for (int v = 0; v < V; ++v) {
      float* at = partial + 2 * (chunk * index.channels + group * V + v);
      at[0] = value.mean[v];
      at[1] = value.m2[v];
    }
  }
};

struct Moment {
  double count, mean, m2;
};

/// The chunks of a channel, and what follows from all of them.
struct MergeMoments {
  using Value = Moment;
  using Context = Nothing;

  ReductionShape chunks;
  std::int64_t channels;
  BatchNormStatistics to;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t channel,
                                      std::int64_t chunk) const {
    const float* at = static_cast<const float*>(to.partial) + 2 * (chunk * channels + channel);
    combine(value, {static_cast<double>(chunks.size(chunk)), at[0], at[1]});
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    if (other.count == 0) return;
    const double count = into.count + other.count;
    const double part = other.count / count;
    const double distance = other.mean - into.mean;
    into.mean += distance * part;
    into.m2 += other.m2 + distance * distance * into.count * part;
    into.count = count;
  }
  __host__ __device__ void store(std::int64_t channel, std::int64_t, const Value& value) const {
    const double variance = value.m2 / value.count;
    const double unbiased = value.m2 / (value.count - 1);
    to.saved_mean[channel] = static_cast<float>(value.mean);
    to.saved_inv_std[channel] = static_cast<float>(1 / sqrt(variance + to.epsilon));
    const auto move = [&](float& running, double now) {
      running += to.momentum * (static_cast<float>(now) - running);
    };
    move(to.running_mean[channel], value.mean);
    move(to.running_variance[channel], unbiased);
  }
};

template <class T, int V>
struct Apply {
  ChannelIndex<V> index;
  BatchNormApply a;

  __host__ __device__ void operator()(std::int64_t i) const {
    const std::uint32_t channel = index.channel(i);
    Floats<V> values = load_pack<V>(static_cast<const T*>(a.x) + i * V);
    unsigned positive = 0;
    Floats<V> added{};
    if (a.shortcut != nullptr) added = load_pack<V>(static_cast<const T*>(a.shortcut) + i * V);
    for (int v = 0; v < V; ++v) {
      const std::uint32_t c = channel + static_cast<std::uint32_t>(v);
      const float inv_std = a.spread_is_variance ? 1 / sqrtf(a.spread[c] + a.epsilon) : a.spread[c];
      float y = (values.element[v] - a.mean[c]) * (inv_std * a.gamma[c]) + a.beta[c];
      y += added.element[v];
      values.element[v] = a.relu && y < 0 ? 0 : y;
      positive |= static_cast<unsigned>(y > 0) << v;
    }
    if (a.mask != nullptr) a.mask[i] = static_cast<std::uint8_t>(positive);
    store_pack<V>(static_cast<T*>(a.y) + i * V, values);
  }
};

/// The gradient behind the ReLU and the addition: dy (+ dy2), where y > 0.
template <class T, int V>
__host__ __device__ Floats<V> masked_gradient(const BatchNormBackward& a, std::int64_t offset) {
  Floats<V> dy = load_pack<V>(static_cast<const T*>(a.dy) + offset);
  if (a.dy2 != nullptr) {
    const Floats<V> dy2 = load_pack<V>(static_cast<const T*>(a.dy2) + offset);
    for (int v = 0; v < V; ++v) dy.element[v] += dy2.element[v];
  }
  if (a.mask != nullptr) {
    const unsigned positive = a.mask[offset / V];
    for (int v = 0; v < V; ++v) {
      if ((positive >> v & 1U) == 0) dy.element[v] = 0;
    }
  }
  if (a.y != nullptr) {
    const Floats<V> y = load_pack<V>(static_cast<const T*>(a.y) + offset);
    for (int v = 0; v < V; ++v) {
      if (!(y.element[v] > 0)) dy.element[v] = 0;
    }
  }
  return dy;
}

template <int V>
struct GradientSums {
  float sum[V];  // of dy
  float dot[V];  // of dy and the normalised x
};

template <class T, int V>
struct ChunkGradients {
  using Value = GradientSums<V>;
  struct Context {
    float mean[V], inv_std[V];
  };

  ChannelIndex<V> index;
  BatchNormBackward a;

  __host__ __device__ Context context(std::int64_t group) const {
    Context context;
    for (int v = 0; v < V; ++v) {
      context.mean[v] = a.saved_mean[group * V + v];
      context.inv_std[v] = a.saved_inv_std[group * V + v];
    }
    return context;
  }
  __host__ __device__ void accumulate(Value& value, const Context& context, std::int64_t group,
                                      std::int64_t term) const {
    const std::int64_t offset = index.offset(group, term);
    const Floats<V> dy = masked_gradient<T, V>(a, offset);
    const Floats<V> x = load_pack<V>(static_cast<const T*>(a.x) + offset);
    if (a.dshortcut != nullptr) store_pack<V>(static_cast<T*>(a.dshortcut) + offset, dy);
    for (int v = 0; v < V; ++v) {
      value.sum[v] += dy.element[v];
      value.dot[v] += dy.element[v] * ((x.element[v] - context.mean[v]) * context.inv_std[v]);
    }
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    for (int v = 0; v < V; ++v) {
      into.sum[v] += other.sum[v];
      into.dot[v] += other.dot[v];
    }
  }
  __host__ __device__ void store(std::int64_t group, std::int64_t chunk, const Value& value) const {
    for (int v = 0; v < V; ++v) {
      float* at = static_cast<float*>(a.partial) + 2 * (chunk * index.channels + group * V + v);
      at[0] = value.sum[v];
      at[1] = value.dot[v];
    }
  }
};

struct MergeGradients {
  struct Value {
    double sum, dot;
  };
  using Context = Nothing;

  std::int64_t channels;
  const float* partial;
  float* dgamma;
  float* dbeta;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t channel,
                                      std::int64_t chunk) const {
    const float* at = partial + 2 * (chunk * channels + channel);
    value.sum += at[0];
    value.dot += at[1];
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    into.sum += other.sum;
    into.dot += other.dot;
  }
  __host__ __device__ void store(std::int64_t channel, std::int64_t, const Value& value) const {
    dgamma[channel] = static_cast<float>(value.dot);
    dbeta[channel] = static_cast<float>(value.sum);
  }
};

/// dx = gamma * inv_std * (dy - mean of dy - normalised x * mean of dy * normalised x).
template <class T, int V>
struct InputGradient {
  ChannelIndex<V> index;
  BatchNormBackward a;
  float inverse_count;

  __host__ __device__ void operator()(std::int64_t i) const {
    const std::int64_t offset = i * V;
    const std::uint32_t channel = index.channel(i);
    const Floats<V> dy = a.dshortcut != nullptr
                             ? load_pack<V>(static_cast<const T*>(a.dshortcut) + offset)
                             : masked_gradient<T, V>(a, offset);
    const Floats<V> x = load_pack<V>(static_cast<const T*>(a.x) + offset);
    Floats<V> dx;
    for (int v = 0; v < V; ++v) {
      const std::uint32_t c = channel + static_cast<std::uint32_t>(v);
      const float inv_std = a.saved_inv_std[c];
      const float normalised = (x.element[v] - a.saved_mean[c]) * inv_std;
      const float centred = dy.element[v] - inverse_count * (a.dbeta[c] + normalised * a.dgamma[c]);
      dx.element[v] = a.gamma[c] * inv_std * centred;
    }
    store_pack<V>(static_cast<T*>(a.dx) + offset, dx);
  }
};

/// What lies side by side and may be read in packs: channels in NHWC; pixels are not.
std::int64_t extent_of(const Channels& shape) { return shape.last ? shape.channels : 1; }

template <int V>
ReductionShape chunks_of(const Channels& shape) {
  return shape.last ? over_columns(shape.channels / V, shape.values(), true)
                    : over_rows(shape.channels, shape.values(), true);
}

}  // namespace

std::int64_t batch_norm_scratch_bytes(const Channels& x, DataType type) {
  std::int64_t bytes = 0;
  with_packs(type, extent_of(x), [&](auto, auto pack) {
    bytes = chunks_of<pack()>(x).chunks * x.channels * 2 * std::int64_t{sizeof(float)};
  });
  return bytes;
}

std::int64_t batch_norm_mask_bytes(const Channels& x, DataType type) {
  std::int64_t bytes = 0;
  with_packs(type, extent_of(x), [&](auto, auto pack) {
    if (pack() > 1) bytes = x.elements() / pack();
  });
  return bytes;
}

void batch_norm_statistics(cudaStream_t stream, const BatchNormStatistics& a) {
  with_packs(a.type, extent_of(a.shape), [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    const ReductionShape chunks = chunks_of<V>(a.shape);
    reduce(stream,
           ChunkMoments<T, V>{ChannelIndex<V>(a.shape), static_cast<const T*>(a.x),
                              static_cast<float*>(a.partial)},
           chunks, "batch_norm_chunk_moments");
    reduce(stream, MergeMoments{chunks, a.shape.channels, a},
           over_columns(a.shape.channels, chunks.chunks, false), "batch_norm_merge_moments");
  });
}

void batch_norm_apply(cudaStream_t stream, const BatchNormApply& a) {
  with_packs(a.type, extent_of(a.shape), [&](auto zero, auto pack) {
    constexpr int V = pack();
    for_each(stream, a.shape.elements() / V, Apply<decltype(zero), V>{ChannelIndex<V>(a.shape), a},
             "batch_norm_apply");
  });
}

void batch_norm_backward(cudaStream_t stream, const BatchNormBackward& a) {
  with_packs(a.type, extent_of(a.shape), [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    const ChannelIndex<V> index(a.shape);
    const ReductionShape chunks = chunks_of<V>(a.shape);
    reduce(stream, ChunkGradients<T, V>{index, a}, chunks, "batch_norm_chunk_gradients");
    reduce(
        stream,
        MergeGradients{a.shape.channels, static_cast<const float*>(a.partial), a.dgamma, a.dbeta},
        over_columns(a.shape.channels, chunks.chunks, false), "batch_norm_merge_gradients");
    if (a.dx == nullptr) return;
    const float inverse_count = 1 / static_cast<float>(a.shape.values());
    for_each(stream, a.shape.elements() / V, InputGradient<T, V>{index, a, inverse_count},
             "batch_norm_input_gradient");
  });
}

}  // namespace resnet_bench::cuda
