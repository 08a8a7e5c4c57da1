#include "backends/cuda/block_reduction.hpp"
#include "backends/cuda/kernels/column_sum.hpp"
#include "backends/cuda/kernels/typed.hpp"

namespace resnet_bench::cuda {
namespace {

template <class T>
struct ColumnSum {
  struct Value {
    float sum;
  };
  using Context = Nothing;

  std::int64_t columns;
  const T* matrix;
  float* to;

  __host__ __device__ Context context(std::int64_t) const { return {}; }
  __host__ __device__ void accumulate(Value& value, const Context&, std::int64_t column,
                                      std::int64_t row) const {
    value.sum += to_float(matrix[row * columns + column]);
  }
  __host__ __device__ static void combine(Value& into, const Value& other) {
    into.sum += other.sum;
  }
  __host__ __device__ void store(std::int64_t column, std::int64_t, const Value& value) const {
    to[column] = value.sum;
  }
};

}  // namespace

void column_sum(cudaStream_t stream, DataType type, std::int64_t rows, std::int64_t columns,
                const void* matrix, float* sum) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    reduce(stream, ColumnSum<T>{columns, static_cast<const T*>(matrix), sum},
           over_columns(columns, rows, false), "column_sum");
  });
}

}  // namespace resnet_bench::cuda
