#include "backends/cpu/conv_blocked_winograd.hpp"

#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/conv_winograd.hpp"
#include "backends/cpu/kernels/block_gemm.hpp"
#include "backends/cpu/kernels/transpose.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/winograd_groups.hpp"

#include <utility>
#include <vector>

namespace resnet_bench::cpu {
namespace {

/// Forward, and backward to the data: a convolution of dy with the weights turned around and their
/// channels exchanged.
class BlockedWinograd final : public ConvPass {
 public:
  BlockedWinograd(const ThreadTeam& team, Pass pass, const ConvDesc& desc, std::int64_t block,
                  LayoutId weights)
      : team_(team),
        is_forward_(pass == Pass::Fwd),
        relu_(desc.relu),
        weight_layout_(weights),
        in_{block, desc.x.c() / block},
        out_{block, desc.out_channels / block} {
    const ConvGeometry g = ConvGeometry::of(desc);
    geometry_ = {g.height, g.width, g.pad, g.out_h, g.out_w};
    if (!is_forward_) {
      geometry_ = {g.out_h, g.out_w, 2 - g.pad, g.height, g.width};
      std::swap(in_, out_);
    }
    groups_ = Groups::of(team, g.batch * geometry_.tiles_per_image(), in_, out_);
  }

  std::string algorithm() const override { return "highway-winograd"; }
  LayoutId weight_layout() const override { return weight_layout_; }
  std::int64_t scratch_bytes() const override {
    Scratch scratch;
    scratch.take<float>(winograd_places * weight_elements());
    spaces(scratch);
    return scratch.bytes();
  }

  void run(const ConvOperands& o) override {
    Scratch scratch(o.scratch);
    auto* weights = scratch.take<float>(winograd_places * weight_elements());
    const std::vector<Space> all = spaces(scratch);
    team_.split(in_.count * out_.count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t pair = begin; pair < end; ++pair) {
        transform_weights(o.weight.as<float>(), pair / in_.count, pair % in_.count, weights);
      }
    });
    const Work work{.in = is_forward_ ? o.x.as<float>() : o.y.as<float>(),
                    .weights = weights,
                    .out = is_forward_ ? o.y.as<float>() : o.x.as<float>(),
                    .epilogue = {o.bias.as<float>(), o.shortcut.as<float>(), relu_}};
    groups_.for_each(team_, [&](const Crew& crew, std::size_t space, Share tiles, bool) {
      run_group(crew, {geometry_, tiles.begin, tiles.end}, work, all[space]);
    });
  }

 private:
  struct Space {
    Transformed in, out;
  };
  struct Work {
    const float* in;
    const float* weights;
    float* out;
    ConvEpilogue epilogue;
  };

  std::vector<Space> spaces(Scratch& scratch) const {
    std::vector<Space> all;
    for (std::size_t i = 0; i < groups_.spaces(); ++i) {
      all.push_back({Transformed::take(scratch, in_, groups_.largest()),
                     Transformed::take(scratch, out_, groups_.largest())});
    }
    return all;
  }

  std::int64_t block() const { return in_.size; }
  std::int64_t weight_elements() const { return in_.count * out_.count * block() * block(); }

  /// To (place, out, in, b in, b out), in and out as this pass has them.
  void transform_weights(const float* stored, std::int64_t out, std::int64_t in,
                         float* transformed) const {
    const std::int64_t elements = block() * block();
    float* to = transformed + (out * in_.count + in) * elements;
    if (is_forward_) {
      const float* from = stored + (out * in_.count + in) * winograd_taps * elements;
      winograd_weights(elements, 0, elements, false, from, weight_elements(), to);
      return;
    }
    alignas(64) float exchanged[winograd_taps * 16 * 16];
    const float* from = stored + (in * out_.count + out) * winograd_taps * elements;
    for (std::int64_t tap = 0; tap < winograd_taps; ++tap) {
      transpose(block(), block(), 0, block(), from + tap * elements, exchanged + tap * elements);
    }
    winograd_weights(elements, 0, elements, true, exchanged, weight_elements(), to);
  }

  void run_group(const Crew& crew, const Tiles& tiles, const Work& work, const Space& space) const {
    const std::int64_t in_plane = geometry_.height * geometry_.width * block();
    const std::int64_t out_plane = geometry_.out_h * geometry_.out_w * block();
    crew.split(in_.count * tiles.count(), [&](std::int64_t from, std::int64_t to) {
      tiles.for_each_run(from, to, [&](std::int64_t b, std::int64_t first, std::int64_t last) {
        winograd_input(geometry_, block(), in_.count * in_plane, first, last,
                       work.in + b * in_plane, space.in.place_stride,
                       space.in.data + b * space.in.block_stride + (first - tiles.begin) * block());
      });
    });
    crew.split(winograd_places * pairs_of(out_), [&](std::int64_t from, std::int64_t to) {
      for_each_pair(out_, from, to, [&](std::int64_t place, std::int64_t b, std::int64_t count) {
        const float* weights = work.weights + place * weight_elements();
        block_gemm(
            {.block = block(),
             .rows = tiles.count(),
             .in_blocks = in_.count,
             .out_blocks = count,
             .a = space.in.data + place * space.in.place_stride,
             .a_stride = space.in.block_stride,
             .b = weights + b * in_.count * block() * block(),
             .c = space.out.data + place * space.out.place_stride + b * space.out.block_stride,
             .c_stride = space.out.block_stride});
      });
    });
    crew.split(out_.count * tiles.count(), [&](std::int64_t from, std::int64_t to) {
      tiles.for_each_run(from, to, [&](std::int64_t b, std::int64_t first, std::int64_t last) {
        const ConvEpilogue& all = work.epilogue;
        const ConvEpilogue epilogue{
            all.bias == nullptr ? nullptr : all.bias + b * block(),
            all.shortcut == nullptr ? nullptr : all.shortcut + b * out_plane, all.relu};
        winograd_output(
            geometry_, block(), out_.count * out_plane, first, last,
            space.out.data + b * space.out.block_stride + (first - tiles.begin) * block(),
            space.out.place_stride, epilogue, work.out + b * out_plane);
      });
    });
  }

  const ThreadTeam& team_;
  bool is_forward_;
  bool relu_;
  LayoutId weight_layout_;
  WinogradGeometry geometry_{};
  Blocks in_, out_;
  Groups groups_;
};

}  // namespace

std::unique_ptr<ConvPass> make_blocked_winograd_pass(const ThreadTeam& team, Pass pass,
                                                     const ConvDesc& desc, LayoutId layout,
                                                     LayoutId weights) {
  if (!ConvWinograd::suits(ConvGeometry::of(desc))) return nullptr;
  const std::int64_t block = block_of(layout);
  if (pass == Pass::BwdWeights) {
    return make_blocked_winograd_weights_pass(team, desc, block, weights);
  }
  return std::make_unique<BlockedWinograd>(team, pass, desc, block, weights);
}

}  // namespace resnet_bench::cpu
