#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/reorder.hpp"
#include "backends/cuda/kernels/typed.hpp"

namespace resnet_bench::cuda {
namespace {

/// Over the places of y in memory, so that writes are in order.
template <class T>
struct Reordered {
  Strides x, y;
  const T* from;
  T* to;

  __host__ __device__ void operator()(std::int64_t i) const {
    std::int64_t rest = i;
    std::int64_t offset = 0;
    bool inside = true;
    for (int place = 0; place < 4; ++place) {
      const int axis = y.order[place];
      const std::int64_t index = rest / y.stride[axis];
      rest %= y.stride[axis];
      inside = inside && index < x.extent[axis];
      offset += index * x.stride[axis];
    }
    to[i] = inside ? from[offset] : from_float<T>(0);
  }
};

}  // namespace

void reorder(cudaStream_t stream, DataType type, const Strides& x, const Strides& y,
             const void* from, void* to) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    for_each(stream, y.elements(),
             Reordered<T>{x, y, static_cast<const T*>(from), static_cast<T*>(to)}, "reorder");
  });
}

}  // namespace resnet_bench::cuda
