#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/conv_sample.hpp"
#include "backends/cuda/kernels/typed.hpp"
#include "backends/cuda/layouts.hpp"

namespace resnet_bench::cuda {
namespace {

template <class T>
struct Uniform {
  std::uint32_t seed;
  T* values;

  __host__ __device__ void operator()(std::int64_t i) const {
    // The finaliser of MurmurHash3 (Appleby): enough to have no pattern.
    std::uint32_t bits = static_cast<std::uint32_t>(i) * 0x9e3779b9U + seed;
    bits = (bits ^ (bits >> 16)) * 0x85ebca6bU;
    bits = (bits ^ (bits >> 13)) * 0xc2b2ae35U;
    bits ^= bits >> 16;
    values[i] = from_float<T>(static_cast<float>(bits >> 8) * 0x1p-23F - 1);
  }
};

struct Index {
  std::int64_t at[4];
};

/// A block sums one sample.
template <class T>
struct Samples {
  struct Value {
    double sum;
  };
  using Context = Index;

  Pass pass;
  Strides x_strides, weight_strides, y_strides;
  std::int64_t kernel, stride, pad, out_channels;
  bool relu;
  const T *x, *weight, *y, *bias, *shortcut;
  const std::int64_t* places;
  double* to;

  __host__ __device__ static double element(const T* data, const Strides& s, std::int64_t a,
                                            std::int64_t b, std::int64_t c, std::int64_t d) {
    if (c < 0 || c >= s.extent[2] || d < 0 || d >= s.extent[3]) return 0;
    return to_float(data[a * s.stride[0] + b * s.stride[1] + c * s.stride[2] + d * s.stride[3]]);
  }

  __host__ __device__ Context context(std::int64_t output) const {
    return {{places[4 * output], places[4 * output + 1], places[4 * output + 2],
             places[4 * output + 3]}};
  }

  /// Term by term of the sum in ConvDesc, and of its derivatives.
  __host__ __device__ void accumulate(Value& value, const Context& index, std::int64_t,
                                      std::int64_t term) const {
    const std::int64_t s = term % kernel;
    const std::int64_t r = term / kernel % kernel;
    const std::int64_t channel = term / (kernel * kernel);
    const auto& at = index.at;
    if (pass == Pass::Fwd) {
      value.sum += element(x, x_strides, at[0], channel, at[2] * stride + r - pad,
                           at[3] * stride + s - pad) *
                   element(weight, weight_strides, at[1], channel, r, s);
    } else if (pass == Pass::BwdData) {
      const std::int64_t p = at[2] + pad - r;
      const std::int64_t q = at[3] + pad - s;
      if (p < 0 || q < 0 || p % stride != 0 || q % stride != 0) return;
      value.sum += element(y, y_strides, at[0], channel, p / stride, q / stride) *
                   element(weight, weight_strides, channel, at[1], r, s);
    } else {
      const std::int64_t q = term % y_strides.extent[3];
      const std::int64_t p = term / y_strides.extent[3] % y_strides.extent[2];
      const std::int64_t n = term / (y_strides.extent[3] * y_strides.extent[2]);
      value.sum +=
          element(x, x_strides, n, at[1], p * stride + at[2] - pad, q * stride + at[3] - pad) *
          element(y, y_strides, n, at[0], p, q);
    }
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    into.sum += other.sum;
  }
  __host__ __device__ void store(std::int64_t output, std::int64_t, const Value& value) const {
    const Index index = context(output);
    const auto& [a, b, c, d] = index.at;
    double sum = value.sum;
    if (bias != nullptr) sum += to_float(bias[b]);
    if (shortcut != nullptr) sum += element(shortcut, y_strides, a, b, c, d);
    if (relu && sum < 0) sum = 0;
    to[2 * output] = sum;
    to[2 * output + 1] = pass == Pass::Fwd       ? element(y, y_strides, a, b, c, d)
                         : pass == Pass::BwdData ? element(x, x_strides, a, b, c, d)
                                                 : element(weight, weight_strides, a, b, c, d);
  }
};

}  // namespace

void fill_uniform(cudaStream_t stream, DataType type, std::int64_t count, std::uint32_t seed,
                  void* values) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    for_each(stream, count, Uniform<T>{seed, static_cast<T*>(values)}, "fill_uniform");
  });
}

void conv_samples(cudaStream_t stream, const ConvSamples& a) {
  with_type(a.problem.type, [&](auto zero) {
    using T = decltype(zero);
    const ConvDesc& desc = a.problem.desc;
    const Shape y = desc.y();
    const bool forward = a.problem.pass == Pass::Fwd;
    const std::int64_t terms =
        a.problem.pass == Pass::BwdWeights
            ? y.n() * y.h() * y.w()
            : (forward ? desc.x.c() : desc.out_channels) * desc.kernel * desc.kernel;
    reduce(stream,
           Samples<T>{a.problem.pass, strides_of(desc.x, a.problem.x_layout),
                      strides_of(desc.weight(), a.problem.weight_layout()),
                      strides_of(y, a.problem.y_layout), desc.kernel, desc.stride, desc.pad,
                      desc.out_channels, forward && desc.relu, static_cast<const T*>(a.x),
                      static_cast<const T*>(a.weight), static_cast<const T*>(a.y),
                      static_cast<const T*>(a.bias), static_cast<const T*>(a.shortcut), a.places,
                      a.expected_and_got},
           over_rows(a.count, terms, false), "conv_samples");
  });
}

}  // namespace resnet_bench::cuda
