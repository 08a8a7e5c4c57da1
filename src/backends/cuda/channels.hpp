#pragma once

#include <cstdint>
#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// An activation as its channels: `pixels` of one image and channel are N images apart by
/// channels * pixels elements. Channels are what lies side by side in NHWC (V of them make a
/// group), pixels in NCHW (where V is 1).
struct Channels {
  std::int64_t images = 1;
  std::int64_t channels = 1;
  std::int64_t pixels = 1;
  bool last = true;  ///< NHWC

  std::int64_t values() const { return images * pixels; }  ///< of a channel
  std::int64_t elements() const { return images * pixels * channels; }
};

/// The same for kernels, with 32-bit divisors, which divide fast.
template <int V>
struct ChannelIndex {
  std::uint32_t channels;
  std::uint32_t pixels;
  bool last;

  explicit ChannelIndex(const Channels& c)
      : channels(static_cast<std::uint32_t>(c.channels)),
        pixels(static_cast<std::uint32_t>(c.pixels)),
        last(c.last) {}

  /// Where value `term` of the channels [group * V, group * V + V) lies.
  __host__ __device__ std::int64_t offset(std::int64_t group, std::int64_t term) const {
    if (last) return term * channels + group * V;
    const auto at = static_cast<std::uint32_t>(term);
    const std::uint32_t image = at / pixels;
    return (static_cast<std::int64_t>(image) * channels + group) * pixels + at % pixels;
  }

  /// The first channel of the i-th pack of V elements in memory.
  __host__ __device__ std::uint32_t channel(std::int64_t i) const {
    const auto pack = static_cast<std::uint32_t>(i);
    if (last) return pack % (channels / V) * V;
    return pack / pixels % channels;
  }
};

}  // namespace resnet_bench::cuda
