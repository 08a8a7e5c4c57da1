#include "backends/cpu/conv_backward_data.hpp"

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/transpose.hpp"

#include <algorithm>

namespace resnet_bench::cpu {

ConvBackwardData::Axis ConvBackwardData::Axis::of(const ConvGeometry& g, std::int64_t extent,
                                                  std::int64_t rest) {
  Axis axis{.rest = rest};
  axis.taps = rest < g.kernel ? divide_up(g.kernel - rest, g.stride) : 0;
  axis.first = ((rest - g.pad) % g.stride + g.stride) % g.stride;
  axis.pixels = axis.first < extent ? divide_up(extent - axis.first, g.stride) : 0;
  // Pixel first + stride*i sees, through tap rest + stride*j, dy's pixel base + i - j. With the
  // taps turned round, j = taps-1-t, that is i - pad + t.
  const std::int64_t base = (axis.first + g.pad - rest) / g.stride;
  axis.pad = axis.taps - 1 - base;
  return axis;
}

ConvBackwardData::ConvBackwardData(const ConvGeometry& geometry, const ThreadTeam& team)
    : geometry_(geometry), team_(team) {
  for (std::int64_t rest_h = 0; rest_h < geometry.stride; ++rest_h) {
    for (std::int64_t rest_w = 0; rest_w < geometry.stride; ++rest_w) {
      add_phase(Axis::of(geometry, geometry.height, rest_h),
                Axis::of(geometry, geometry.width, rest_w));
    }
  }
  if (uses_weight_as_it_is()) turned_floats_ = 0;
  std::int64_t tile_floats = 0;
  for (const Phase& phase : phases_) {
    im2col_floats_ = std::max(im2col_floats_, phase.product.floats_per_thread());
    const GemmTiles& tiles = phase.product.tiles();
    tile_floats = std::max(tile_floats, tiles.tile_rows() * tiles.tile_columns());
  }
  im2col_floats_ = round_up(im2col_floats_, 16);
  thread_floats_ = im2col_floats_ + (geometry.stride == 1 ? 0 : round_up(tile_floats, 16));
}

void ConvBackwardData::add_phase(const Axis& h, const Axis& w) {
  if (h.pixels * w.pixels == 0) return;
  const ConvGeometry& g = geometry_;
  const Im2ColGeometry gather{g.out_h, g.out_w, g.out_channels, h.taps,   w.taps,
                              1,       h.pad,   w.pad,          h.pixels, w.pixels};
  phases_.push_back(
      {h, w, Im2ColProduct(gather, g.batch * h.pixels * w.pixels, g.in_channels, team_.size()),
       turned_floats_});
  turned_floats_ += h.taps * w.taps * g.in_channels * g.out_channels;
}

/// With one tap the product takes the stored matrix transposed.
bool ConvBackwardData::uses_weight_as_it_is() const { return geometry_.kernel == 1; }

std::int64_t ConvBackwardData::scratch_floats() const {
  return round_up(turned_floats_, 16) + team_.size() * thread_floats_;
}

/// Per phase [tap_h][tap_w][out][in], taps in reverse, from [r][s][in][out].
void ConvBackwardData::turn_weights(const float* weight, float* turned) const {
  const std::int64_t in = geometry_.in_channels;
  const std::int64_t out = geometry_.out_channels;
  team_.split_floats(in, [&](std::int64_t begin, std::int64_t end) {
    for (const Phase& phase : phases_) {
      float* to = turned + phase.weight_offset;
      for (std::int64_t t = phase.h.taps - 1; t >= 0; --t) {
        for (std::int64_t u = phase.w.taps - 1; u >= 0; --u, to += in * out) {
          const std::int64_t r = phase.h.rest + geometry_.stride * t;
          const std::int64_t s = phase.w.rest + geometry_.stride * u;
          transpose(in, out, begin, end, weight + (r * geometry_.kernel + s) * in * out, to);
        }
      }
    }
  });
}

MatrixView ConvBackwardData::phase_weight(const Phase& phase, const float* weight,
                                          const float* turned) const {
  if (uses_weight_as_it_is()) return {weight, geometry_.out_channels, Transpose::yes};
  return {turned + phase.weight_offset, geometry_.in_channels};
}

void ConvBackwardData::write_phase(const Phase& phase, int thread, const float* dy,
                                   const MatrixView& weight, float* scratch, float* dx) const {
  const std::int64_t channels = geometry_.in_channels;
  if (geometry_.stride == 1) {
    phase.product.run(
        thread, dy, weight, false, scratch,
        [&](Share rows, Share columns) {
          return TilePlace{dx + rows.begin * channels + columns.begin, channels};
        },
        [](Share, Share, TilePlace) {});
    return;
  }
  phase.product.run(
      thread, dy, weight, false, scratch,
      [&](Share, Share columns) {
        return TilePlace{scratch + im2col_floats_, columns.size()};
      },
      [&](Share rows, Share columns, TilePlace tile) {
        for (std::int64_t row = rows.begin; row < rows.end; ++row) {
          const float* from = tile.data + (row - rows.begin) * tile.stride;
          std::copy_n(from, columns.size(), dx + pixel_of(phase, row) * channels + columns.begin);
        }
      });
}

void ConvBackwardData::clear_phase(const Phase& phase, int thread, float* dx) const {
  const std::int64_t channels = geometry_.in_channels;
  const Share rows = share_of(phase.product.tiles().rows, team_.size(), thread);
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    std::fill_n(dx + pixel_of(phase, row) * channels, channels, 0.0F);
  }
}

std::int64_t ConvBackwardData::pixel_of(const Phase& phase, std::int64_t row) const {
  const std::int64_t w = phase.w.first + row % phase.w.pixels * geometry_.stride;
  const std::int64_t h = phase.h.first + row / phase.w.pixels % phase.h.pixels * geometry_.stride;
  const std::int64_t image = row / phase.w.pixels / phase.h.pixels;
  return (image * geometry_.height + h) * geometry_.width + w;
}

void ConvBackwardData::run(const float* dy, const float* weight, float* dx, float* scratch) const {
  if (!uses_weight_as_it_is()) turn_weights(weight, scratch);
  float* threads_scratch = scratch + round_up(turned_floats_, 16);
  team_.run([&](int thread) {
    for (const Phase& phase : phases_) {
      if (phase.h.taps * phase.w.taps == 0) {
        clear_phase(phase, thread, dx);
      } else {
        write_phase(phase, thread, dy, phase_weight(phase, weight, scratch),
                    threads_scratch + thread * thread_floats_, dx);
      }
    }
  });
}

}  // namespace resnet_bench::cpu
