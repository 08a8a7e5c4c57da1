#pragma once

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// Elements of tensors as kernels see them: stored in T, computed with in float.
namespace resnet_bench::cuda {

__host__ __device__ inline float to_float(float x) { return x; }
__host__ __device__ inline float to_float(__half x) { return __half2float(x); }
__host__ __device__ inline float to_float(__nv_bfloat16 x) { return __bfloat162float(x); }

template <class T>
__host__ __device__ T from_float(float x);
template <>
__host__ __device__ inline float from_float<float>(float x) {
  return x;
}
template <>
__host__ __device__ inline __half from_float<__half>(float x) {
  return __float2half(x);
}
template <>
__host__ __device__ inline __nv_bfloat16 from_float<__nv_bfloat16>(float x) {
  return __float2bfloat16(x);
}

/// V elements that a thread reads or writes at once.
template <class T, int V>
struct alignas(sizeof(T) * V) Pack {
  T element[V];
};

/// Elements in the widest access, 16 bytes.
template <class T>
constexpr int widest = static_cast<int>(16 / sizeof(T));

template <int V>
struct Floats {
  float element[V];
};

template <int V, class T>
__host__ __device__ Floats<V> load_pack(const T* at) {
  const auto pack = *reinterpret_cast<const Pack<T, V>*>(at);
  Floats<V> values;
  for (int v = 0; v < V; ++v) values.element[v] = to_float(pack.element[v]);
  return values;
}

template <int V, class T>
__host__ __device__ void store_pack(T* at, const Floats<V>& values) {
  Pack<T, V> pack;
  for (int v = 0; v < V; ++v) pack.element[v] = from_float<T>(values.element[v]);
  *reinterpret_cast<Pack<T, V>*>(at) = pack;
}

}  // namespace resnet_bench::cuda
