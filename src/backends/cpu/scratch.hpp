#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cpu/divide_up.hpp"

#include <cstddef>
#include <cstdint>

namespace resnet_bench::cpu {

/// Cuts arrays off the front of an op's scratch, each aligned to 64 bytes. An op goes through its
/// arrays once over nothing, to learn how many bytes to ask for, and once over what it was given.
class Scratch {
 public:
  Scratch() = default;
  explicit Scratch(const Tensor& tensor) : data_(tensor.as<std::byte>()) {}

  template <class T>
  T* take(std::int64_t count) {
    T* array = data_ == nullptr ? nullptr : reinterpret_cast<T*>(data_ + bytes_);
    bytes_ += round_up(count * static_cast<std::int64_t>(sizeof(T)), 64);
    return array;
  }

  std::int64_t bytes() const { return bytes_; }

 private:
  std::byte* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

}  // namespace resnet_bench::cpu
