#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/softmax.hpp"

#include <cmath>

namespace resnet_bench::cuda {
namespace {

/// A sum of exponentials relative to the largest exponent (Milakov and Gimelshein 2018, "Online
/// normalizer calculation for softmax"). count 0: nothing summed yet.
struct ExponentialSum {
  float count, most, sum;
};

struct LogOfSums {
  using Value = ExponentialSum;
  using Context = Nothing;

  SoftmaxForward a;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t row,
                                      std::int64_t label) const {
    combine(value, {1, a.logits[row * a.classes + label], 1});
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    if (other.count == 0) return;
    if (into.count == 0) {
      into = other;
      return;
    }
    const float most = into.most > other.most ? into.most : other.most;
    into.sum = into.sum * expf(into.most - most) + other.sum * expf(other.most - most);
    into.most = most;
  }
  __host__ __device__ void store(std::int64_t row, std::int64_t, const Value& value) const {
    a.row_scratch[row] = value.most + logf(value.sum);
  }
};

struct Probabilities {
  SoftmaxForward a;
  __host__ __device__ void operator()(std::int64_t i) const {
    a.probabilities[i] = expf(a.logits[i] - a.row_scratch[i / a.classes]);
  }
};

struct MeanLoss {
  struct Value {
    double sum;
  };
  using Context = Nothing;

  SoftmaxForward a;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t,
                                      std::int64_t row) const {
    value.sum += a.row_scratch[row] - a.logits[row * a.classes + a.labels[row]];
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    into.sum += other.sum;
  }
  __host__ __device__ void store(std::int64_t, std::int64_t, const Value& value) const {
    *a.loss = static_cast<float>(value.sum / static_cast<double>(a.rows));
  }
};

struct Gradient {
  std::int64_t classes;
  const float* probabilities;
  const std::int32_t* labels;
  float scale;
  float* dlogits;

  __host__ __device__ void operator()(std::int64_t i) const {
    const float hot = i % classes == labels[i / classes] ? 1 : 0;
    dlogits[i] = (probabilities[i] - hot) * scale;
  }
};

}  // namespace

void softmax_forward(cudaStream_t stream, const SoftmaxForward& a) {
  reduce(stream, LogOfSums{a}, over_rows(a.rows, a.classes, false), "softmax_log_of_sums");
  for_each(stream, a.rows * a.classes, Probabilities{a}, "softmax_probabilities");
  reduce(stream, MeanLoss{a}, over_rows(1, a.rows, false), "softmax_mean_loss");
}

void softmax_backward(cudaStream_t stream, std::int64_t rows, std::int64_t classes,
                      const float* probabilities, const std::int32_t* labels, float scale,
                      float* dlogits) {
  for_each(stream, rows * classes, Gradient{classes, probabilities, labels, scale, dlogits},
           "softmax_backward");
}

}  // namespace resnet_bench::cuda
