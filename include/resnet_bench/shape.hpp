#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

namespace resnet_bench {

/// The logical extents of a tensor, whatever its layout in memory: activations (N, C, H, W),
/// convolution weights (O, I, H, W), matrices (rows, columns), vectors (length), scalars (1).
class Shape {
 public:
  static constexpr int max_rank = 4;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> extents);

  int rank() const { return rank_; }
  std::int64_t operator[](int axis) const { return extents_[static_cast<std::size_t>(axis)]; }
  const std::int64_t* begin() const { return extents_.data(); }
  const std::int64_t* end() const { return extents_.data() + rank_; }

  /// Axes of an activation (N, C, H, W).
  std::int64_t n() const { return extents_[0]; }
  std::int64_t c() const { return extents_[1]; }
  std::int64_t h() const { return extents_[2]; }
  std::int64_t w() const { return extents_[3]; }

  /// Throws Refusal where the product does not fit 63 bits.
  std::int64_t elements() const;

  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  std::array<std::int64_t, max_rank> extents_{1, 1, 1, 1};
  int rank_ = 0;
};

/// "(32,64,56,56)"
std::string to_string(const Shape& shape);

}  // namespace resnet_bench
