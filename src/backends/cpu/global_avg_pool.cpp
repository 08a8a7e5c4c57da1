#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/average_pool.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

class GlobalAvgPool final : public GlobalAvgPoolOp {
 public:
  GlobalAvgPool(const ThreadTeam& team, const Shape& x)
      : team_(team), batch_(x.n()), pixels_(x.h() * x.w()), channels_(x.c()) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return nhwc; }

  void forward(const Forward& f) override {
    constexpr std::int64_t block_channels = 256;
    const std::int64_t blocks = divide_up(channels_, block_channels);
    team_.split(batch_ * blocks, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t unit = begin; unit < end; ++unit) {
        const std::int64_t image = unit / blocks;
        const std::int64_t first = unit % blocks * block_channels;
        average_pool(pixels_, channels_, first, std::min(first + block_channels, channels_),
                     f.x.as<float>() + image * pixels_ * channels_,
                     f.y.as<float>() + image * channels_);
      }
    });
  }

  void backward(const Backward& b) override {
    team_.split(batch_, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t image = begin; image < end; ++image) {
        average_pool_backward(pixels_, channels_, b.dy.as<float>() + image * channels_,
                              b.dx.as<float>() + image * pixels_ * channels_);
      }
    });
  }

 private:
  const ThreadTeam& team_;
  std::int64_t batch_, pixels_, channels_;
};

}  // namespace

std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const ThreadTeam& team, const Shape& x) {
  return std::make_unique<GlobalAvgPool>(team, x);
}

}  // namespace resnet_bench::cpu
