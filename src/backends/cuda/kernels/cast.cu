#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/cast.hpp"
#include "backends/cuda/kernels/typed.hpp"

namespace resnet_bench::cuda {
namespace {

template <class From, class To, int V>
struct Cast {
  const From* from;
  To* to;

  __host__ __device__ void operator()(std::int64_t i) const {
    store_pack<V>(to + i * V, load_pack<V>(from + i * V));
  }
};

}  // namespace

void cast(cudaStream_t stream, DataType from_type, DataType to_type, std::int64_t count,
          const void* from, void* to) {
  // Packs of fp32 are the smallest, and divide those of the others.
  with_packs(DataType::f32, count, [&](auto, auto pack) {
    with_type(from_type, [&](auto from_zero) {
      with_type(to_type, [&](auto to_zero) {
        using From = decltype(from_zero);
        using To = decltype(to_zero);
        for_each(stream, count / pack(),
                 Cast<From, To, pack()>{static_cast<const From*>(from), static_cast<To*>(to)},
                 "cast");
      });
    });
  });
}

}  // namespace resnet_bench::cuda
