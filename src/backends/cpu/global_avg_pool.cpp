#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/average_pool.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

/// T: of activations.
template <class T>
class GlobalAvgPool final : public GlobalAvgPoolOp {
 public:
  GlobalAvgPool(const ThreadTeam& team, const Shape& x, LayoutId layout)
      : team_(team),
        layout_(layout),
        images_(x.n() * blocks_of(x, layout)),
        pixels_(x.h() * x.w()),
        channels_(x.c() / blocks_of(x, layout)) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return nhwc; }  // of one pixel: any layout
  LayoutId input_layout() const override { return layout_; }

  void forward(const Forward& f) override {
    constexpr std::int64_t block_channels = 256;
    const std::int64_t blocks = divide_up(channels_, block_channels);
    team_.split(images_ * blocks, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t unit = begin; unit < end; ++unit) {
        const std::int64_t image = unit / blocks;
        const std::int64_t first = unit % blocks * block_channels;
        average_pool(pixels_, channels_, first, std::min(first + block_channels, channels_),
                     f.x.as<T>() + image * pixels_ * channels_, f.y.as<T>() + image * channels_);
      }
    });
  }

  void backward(const Backward& b) override {
    team_.split(images_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t image = begin; image < end; ++image) {
        average_pool_backward(pixels_, channels_, b.dy.as<T>() + image * channels_,
                              b.dx.as<T>() + image * pixels_ * channels_);
      }
    });
  }

 private:
  const ThreadTeam& team_;
  LayoutId layout_;
  std::int64_t images_;  ///< NHWC ones: every block of channels is one of its own
  std::int64_t pixels_, channels_;
};

}  // namespace

std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const ThreadTeam& team, const Shape& x,
                                                      DataType type, LayoutId layout) {
  return make_for<GlobalAvgPoolOp, GlobalAvgPool>(type, team, x, layout);
}

}  // namespace resnet_bench::cpu
