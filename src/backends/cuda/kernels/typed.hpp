#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/numbers.hpp"

#include <cstdint>
#include <stdexcept>
#include <type_traits>

namespace resnet_bench::cuda {

/// Calls work with a value of the C++ type that stands for `type`.
template <class Work>
void with_type(DataType type, const Work& work) {
  switch (type) {
    case DataType::f32:
      return work(float{});
    case DataType::f16:
      return work(__half{});
    case DataType::bf16:
      return work(__nv_bfloat16{});
    default:
      throw std::logic_error(std::string("no kernel for tensors of ") + to_string(type));
  }
}

template <int V>
using PackSize = std::integral_constant<int, V>;

/// The same with the widest pack that divides `extent`, the number of elements side by side: that
/// of the type, or 1.
template <class Work>
void with_packs(DataType type, std::int64_t extent, const Work& work) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if (extent % widest<T> == 0) return work(zero, PackSize<widest<T>>{});
    return work(zero, PackSize<1>{});
  });
}

}  // namespace resnet_bench::cuda
