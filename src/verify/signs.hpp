#pragma once

#include <cstdint>
#include <vector>

namespace resnet_bench::verify {

/// Where a tensor was above zero, a bit a value: what a ReLU's backward needs of an output that is
/// gone by then.
class Signs {
 public:
  Signs() = default;
  Signs(std::int64_t planes, std::int64_t pixels)
      : pixels_(pixels),
        bytes_a_plane_((pixels + 7) / 8),
        bits_(static_cast<std::size_t>(planes * bytes_a_plane_)) {}

  /// Planes may be written side by side.
  void write(std::int64_t plane, const double* values) {
    std::uint8_t* bits = &bits_[static_cast<std::size_t>(plane * bytes_a_plane_)];
    for (std::int64_t i = 0; i < pixels_; ++i) {
      bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (values[i] > 0) << i % 8);
    }
  }
  /// 1 where it was above zero, else 0.
  void read(std::int64_t plane, double* values) const {
    const std::uint8_t* bits = &bits_[static_cast<std::size_t>(plane * bytes_a_plane_)];
    for (std::int64_t i = 0; i < pixels_; ++i) values[i] = bits[i / 8] >> i % 8 & 1;
  }

 private:
  std::int64_t pixels_ = 0;
  std::int64_t bytes_a_plane_ = 0;
  std::vector<std::uint8_t> bits_;
};

}  // namespace resnet_bench::verify
