#pragma once

#include "resnet_bench/tensor.hpp"

#include <string>

namespace resnet_bench::cpu {

/// The layouts of this backend, beside LayoutId::plain.
constexpr LayoutId nhwc{1};  ///< activations: channels fastest, so that a pixel is a matrix row
constexpr LayoutId hwio{2};  ///< convolution weights [h][w][in][out]: the other matrix
/// Activations in blocks of channels, [n][c / 16][h][w][c % 16], as oneDNN's direct and Winograd
/// convolutions read them in full vectors; 16 for AVX-512, 8 for AVX2. Channels must fill blocks.
constexpr LayoutId nchw16c{3};
constexpr LayoutId nchw8c{4};
/// Ids from here on are weight layouts of a ConvLibrary.
constexpr LayoutId first_of_library{16};

/// Channels in a block of nchw16c or nchw8c, else 1.
constexpr std::int64_t block_of(LayoutId layout) {
  return layout == nchw16c ? 16 : layout == nchw8c ? 8 : 1;
}

/// Blocks of channels of an activation in a layout.
inline std::int64_t blocks_of(const Shape& x, LayoutId layout) {
  return block_of(layout) == 1 ? 1 : x.c() / block_of(layout);
}

/// Throws std::logic_error for a layout that is not one of these.
std::string name_of(LayoutId layout);

/// Element strides of the logical axes of a tensor, in the order of its shape; 4 axes, the missing
/// ones of extent 1 first. Throws std::logic_error where the layout is unknown, is for 4 axes and
/// the shape has fewer, or wants whole blocks of channels and there are none.
struct Strides {
  std::int64_t extent[4];
  std::int64_t stride[4];  ///< axis 1 in blocks: of a block; within a block, elements are adjacent
  std::int64_t block = 1;

  std::int64_t channel_offset(std::int64_t c) const { return c / block * stride[1] + c % block; }
};
Strides strides_of(const Shape& shape, LayoutId layout);

}  // namespace resnet_bench::cpu
