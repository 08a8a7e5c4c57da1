#pragma once

#include "resnet_bench/narrow_floats.hpp"
#include "resnet_bench/tensor.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace resnet_bench {

/// Calls work.template operator()<T>() with the C++ type of a DataType's elements.
template <class Work>
decltype(auto) with_type(DataType type, const Work& work) {
  switch (type) {
    case DataType::u8:
      return work.template operator()<std::uint8_t>();
    case DataType::i32:
      return work.template operator()<std::int32_t>();
    case DataType::bf16:
      return work.template operator()<BFloat16>();
    case DataType::f16:
      return work.template operator()<Float16>();
    case DataType::f32:
      return work.template operator()<float>();
    case DataType::f64:
      return work.template operator()<double>();
  }
  throw std::logic_error("no such type");
}

/// Numbers as the bytes of a type, rounded to nearest, and back without loss.
std::vector<std::byte> to_bytes(DataType type, std::span<const double> values);
std::vector<double> to_doubles(DataType type, std::span<const std::byte> bytes);

}  // namespace resnet_bench
