#pragma once

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/conv_epilogue.hpp"

#include <cstdint>

namespace resnet_bench::cpu {

/// Winograd's F(4x4, 3x3): 16 outputs of a 3x3 convolution of stride 1 with 36 products instead of
/// 144 (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2015; points 0, 1, -1,
/// 2, -2, infinity). The products over channels are 36 matrix products, one a place of the 6x6
/// transformed patch.
constexpr std::int64_t winograd_places = 36;

/// Output is cut into 4x4 tiles, those at the lower and right edge in part outside. Tiles are
/// counted (image, row of tiles, tile), the last fastest. Activations are pixels x channels, one
/// image `image_stride` floats behind the other: NHWC, or one block of channels of nchw16c.
struct WinogradGeometry {
  std::int64_t height, width;  ///< of the input
  std::int64_t pad;            ///< zeros around it
  std::int64_t out_h, out_w;

  std::int64_t tiles_down() const { return divide_up(out_h, 4); }
  std::int64_t tiles_across() const { return divide_up(out_w, 4); }
  std::int64_t tiles_per_image() const { return tiles_down() * tiles_across(); }
};

/// transformed[place][tile - tile_begin][channel] of the tiles' 6x6 patches of x; places are
/// `place_stride` floats apart.
void winograd_input(const WinogradGeometry& geometry, std::int64_t channels,
                    std::int64_t image_stride, std::int64_t tile_begin, std::int64_t tile_end,
                    const float* x, std::int64_t place_stride, float* transformed);

/// transformed[place][element] for the elements [begin, end) of weights [3][3][elements]. Where
/// `turned`, of the weights turned by half a circle, which convolve back.
void winograd_weights(std::int64_t elements, std::int64_t begin, std::int64_t end, bool turned,
                      const float* weights, std::int64_t place_stride, float* transformed);

/// y and the epilogue from products[place][tile - tile_begin][channel]. The epilogue's shortcut
/// may be y's memory.
void winograd_output(const WinogradGeometry& geometry, std::int64_t channels,
                     std::int64_t image_stride, std::int64_t tile_begin, std::int64_t tile_end,
                     const float* products, std::int64_t place_stride, const ConvEpilogue& epilogue,
                     float* y);

/// For the gradient of weights: transformed[place][tile - tile_begin][channel] of the tiles of dy,
/// the transpose of winograd_output. The products with winograd_input's, summed over tiles, are
/// what winograd_weight_gradient takes back: the transpose of winograd_weights.
void winograd_gradient(const WinogradGeometry& geometry, std::int64_t channels,
                       std::int64_t image_stride, std::int64_t tile_begin, std::int64_t tile_end,
                       const float* dy, std::int64_t place_stride, float* transformed);

/// dweight[3][3][elements] from products[place][element].
void winograd_weight_gradient(std::int64_t elements, const float* products,
                              std::int64_t place_stride, float* dweight);

}  // namespace resnet_bench::cpu
