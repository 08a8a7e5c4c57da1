#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cpu/cpu_backend.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace resnet_bench::test {

/// Values of a tensor in plain order.
using Values = std::vector<double>;

/// Repeatable whole numbers in [-3, 3]: products of them sum without rounding in fp32 up to 2^24,
/// so a convolution of them has one right result in any order of adding.
Values whole_numbers(const Shape& shape, std::uint64_t seed);

/// Repeatable values in [-1, 1).
Values fractions(const Shape& shape, std::uint64_t seed);

/// A tensor of a backend, filled with NaN, between two guards that must stay as they are.
class DeviceTensor {
 public:
  DeviceTensor(Backend& backend, const Shape& shape, LayoutId layout,
               DataType type = DataType::f32);
  DeviceTensor(Backend& backend, const Shape& shape, LayoutId layout, const Values& values,
               DataType type = DataType::f32);
  ~DeviceTensor() { expect_guards(); }
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;

  const Tensor& tensor() const { return tensor_; }
  Values values() const;
  void set(const Values& values);
  std::vector<std::byte> bits() const;

 private:
  static constexpr std::size_t guard_bytes = 256;

  void expect_guards() const;
  /// Room for its values in plain order; a layout may take more.
  std::vector<std::byte> plain_bytes() const;

  Backend& backend_;
  std::vector<std::byte> memory_;
  Tensor tensor_;
  std::size_t bytes_ = 0;
};

/// The layouts of activations that --layout can force here: nhwc, and blocked with oneDNN.
std::vector<std::string> forced_layouts();

/// Whether --conv allows it here.
bool has_algorithm(const std::string& conv);

/// An op's scratch for a pass: filled with NaN, and guarded.
DeviceTensor make_scratch(Backend& backend, const Op& op, Pass pass);

}  // namespace resnet_bench::test
