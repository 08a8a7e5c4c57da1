#pragma once

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/im2col_product.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstdint>
#include <vector>

namespace resnet_bench::cpu {

/// dx[n, h, w, i] = sum over o, r, s of dy[n, (h+pad-r)/stride, (w+pad-s)/stride, o] *
/// weight[r, s, i, o], where the divisions leave no rest.
///
/// Pixels of x whose (h+pad, w+pad) leave the same rests see the same taps, so each of the
/// stride x stride classes of pixels is a convolution of stride 1 over dy with those taps turned
/// round. Every element of dx is written once by one thread: nothing is added across threads.
class ConvBackwardData {
 public:
  ConvBackwardData(const ConvGeometry& geometry, const ThreadTeam& team);

  std::int64_t scratch_floats() const;

  void run(const float* dy, const float* weight, float* dx, float* scratch) const;

 private:
  /// Taps r = rest + stride * j along one axis, and the pixels they reach: first + stride * i.
  struct Axis {
    std::int64_t rest, taps, first, pixels, pad;

    static Axis of(const ConvGeometry& geometry, std::int64_t extent, std::int64_t rest);
  };
  /// A class of pixels.
  struct Phase {
    Axis h, w;
    Im2ColProduct product;
    std::int64_t weight_offset;  ///< of its turned weights in scratch
  };

  void add_phase(const Axis& h, const Axis& w);
  bool uses_weight_as_it_is() const;
  MatrixView phase_weight(const Phase& phase, const float* weight, const float* turned) const;
  void turn_weights(const float* weight, float* turned) const;
  void write_phase(const Phase& phase, int thread, const float* dy, const MatrixView& weight,
                   float* scratch, float* dx) const;
  /// Pixel of x, counted through all images, that a row of a phase is.
  std::int64_t pixel_of(const Phase& phase, std::int64_t row) const;
  void clear_phase(const Phase& phase, int thread, float* dx) const;

  ConvGeometry geometry_;
  const ThreadTeam& team_;
  std::vector<Phase> phases_;
  std::int64_t turned_floats_ = 0;
  std::int64_t thread_floats_ = 0;  ///< scratch of a thread: im2col rows, then a tile of dx
  std::int64_t im2col_floats_ = 0;
};

}  // namespace resnet_bench::cpu
