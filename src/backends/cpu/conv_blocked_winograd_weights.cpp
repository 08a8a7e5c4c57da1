#include "backends/cpu/conv_blocked_winograd.hpp"
#include "backends/cpu/conv_geometry.hpp"
#include "backends/cpu/kernels/block_gemm.hpp"
#include "backends/cpu/winograd_groups.hpp"

#include <vector>

namespace resnet_bench::cpu {
namespace {

/// The gradient of the weights: products of transformed tiles of x and dy, summed over all tiles.
class BlockedWinogradWeights final : public ConvPass {
 public:
  BlockedWinogradWeights(const ThreadTeam& team, const ConvDesc& desc, std::int64_t block,
                         LayoutId weights)
      : team_(team),
        weight_layout_(weights),
        in_{block, desc.x.c() / block},
        out_{block, desc.out_channels / block} {
    const ConvGeometry g = ConvGeometry::of(desc);
    geometry_ = {g.height, g.width, g.pad, g.out_h, g.out_w};
    groups_ = Groups::of(team, g.batch * geometry_.tiles_per_image(), in_, out_);
  }

  std::string algorithm() const override { return "highway-winograd"; }
  LayoutId weight_layout() const override { return weight_layout_; }
  std::int64_t scratch_bytes() const override {
    Scratch scratch;
    spaces(scratch);
    return scratch.bytes();
  }

  void run(const ConvOperands& o) override {
    Scratch scratch(o.scratch);
    const std::vector<Space> all = spaces(scratch);
    groups_.for_each(team_, [&](const Crew& crew, std::size_t space, Share tiles, bool is_first) {
      run_group(crew, {geometry_, tiles.begin, tiles.end}, is_first, o, all[space]);
    });
    team_.split_floats(winograd_places * weight_elements(),
                       [&](std::int64_t begin, std::int64_t end) {
                         for (std::size_t space = 1; space < groups_.used_spaces(); ++space) {
                           for (std::int64_t i = begin; i < end; ++i) {
                             all[0].products[i] += all[space].products[i];
                           }
                         }
                       });
    team_.split(in_.count * out_.count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t pair = begin; pair < end; ++pair) {
        winograd_weight_gradient(elements(), all[0].products + pair * elements(), weight_elements(),
                                 o.weight.as<float>() + pair * winograd_taps * elements());
      }
    });
  }

 private:
  struct Space {
    Transformed in, out;
    float* products;  ///< (place, out, in, b in, b out)
  };

  std::vector<Space> spaces(Scratch& scratch) const {
    std::vector<Space> all;
    for (std::size_t i = 0; i < groups_.spaces(); ++i) {
      all.push_back({Transformed::take(scratch, in_, groups_.largest()),
                     Transformed::take(scratch, out_, groups_.largest()),
                     scratch.take<float>(winograd_places * weight_elements())});
    }
    return all;
  }

  std::int64_t block() const { return in_.size; }
  std::int64_t elements() const { return block() * block(); }
  std::int64_t weight_elements() const { return in_.count * out_.count * elements(); }

  void run_group(const Crew& crew, const Tiles& tiles, bool is_first, const ConvOperands& o,
                 const Space& space) const {
    const std::int64_t in_plane = geometry_.height * geometry_.width * block();
    const std::int64_t out_plane = geometry_.out_h * geometry_.out_w * block();
    crew.split((in_.count + out_.count) * tiles.count(), [&](std::int64_t from, std::int64_t to) {
      tiles.for_each_run(from, to, [&](std::int64_t b, std::int64_t first, std::int64_t last) {
        const std::int64_t row = (first - tiles.begin) * block();
        if (b < in_.count) {
          winograd_input(geometry_, block(), in_.count * in_plane, first, last,
                         o.x.as<float>() + b * in_plane, space.in.place_stride,
                         space.in.data + b * space.in.block_stride + row);
        } else {
          b -= in_.count;
          winograd_gradient(geometry_, block(), out_.count * out_plane, first, last,
                            o.y.as<float>() + b * out_plane, space.out.place_stride,
                            space.out.data + b * space.out.block_stride + row);
        }
      });
    });
    crew.split(winograd_places * pairs_of(out_), [&](std::int64_t from, std::int64_t to) {
      for_each_pair(out_, from, to, [&](std::int64_t place, std::int64_t b, std::int64_t count) {
        block_outer_product(
            {.block = block(),
             .rows = tiles.count(),
             .in_blocks = in_.count,
             .out_blocks = count,
             .a = space.in.data + place * space.in.place_stride,
             .a_stride = space.in.block_stride,
             .b = space.out.data + place * space.out.place_stride + b * space.out.block_stride,
             .b_stride = space.out.block_stride,
             .c = space.products + place * weight_elements() + b * in_.count * elements(),
             .accumulate = !is_first});
      });
    });
  }

  const ThreadTeam& team_;
  LayoutId weight_layout_;
  WinogradGeometry geometry_{};
  Blocks in_, out_;
  Groups groups_;
};

}  // namespace

std::unique_ptr<ConvPass> make_blocked_winograd_weights_pass(const ThreadTeam& team,
                                                             const ConvDesc& desc,
                                                             std::int64_t block, LayoutId weights) {
  return std::make_unique<BlockedWinogradWeights>(team, desc, block, weights);
}

}  // namespace resnet_bench::cpu
