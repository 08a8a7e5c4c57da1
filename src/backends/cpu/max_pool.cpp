#include "backends/cpu/kernels/max_pool.hpp"

#include "resnet_bench/error.hpp"

#include "backends/cpu/layouts.hpp"
#include "backends/cpu/op_factories.hpp"

namespace resnet_bench::cpu {
namespace {

MaxPoolGeometry geometry_of(const MaxPoolDesc& desc, std::int64_t channels) {
  if (desc.kernel > 16 || desc.pad >= desc.kernel) {
    throw Refusal("cpu backend: max-pool of kernel " + std::to_string(desc.kernel) + " and pad " +
                  std::to_string(desc.pad) + "; allowed: kernel up to 16, pad below the kernel");
  }
  const Shape y = desc.y();
  return {desc.x.h(), desc.x.w(), channels, desc.kernel, desc.stride, desc.pad, y.h(), y.w()};
}

/// T: of activations.
template <class T>
class MaxPool final : public MaxPoolOp {
 public:
  MaxPool(const ThreadTeam& team, const MaxPoolDesc& desc, LayoutId layout)
      : team_(team),
        layout_(layout),
        images_(desc.x.n() * blocks_of(desc.x, layout)),
        geometry_(geometry_of(desc, desc.x.c() / blocks_of(desc.x, layout))) {}

  std::string algorithm(Pass) const override { return "highway"; }
  LayoutId activation_layout() const override { return layout_; }

  void forward(const Forward& f) override {
    team_.split(images_ * geometry_.out_h, [&](std::int64_t begin, std::int64_t end) {
      max_pool(geometry_, begin, end, f.x.as<T>(), f.y.as<T>(), f.argmax.as<std::uint8_t>());
    });
  }

  void backward(const Backward& b) override {
    team_.split(images_ * geometry_.height, [&](std::int64_t begin, std::int64_t end) {
      max_pool_backward(geometry_, begin, end, b.argmax.as<std::uint8_t>(), b.dy.as<T>(),
                        b.dx.as<T>());
    });
  }

 private:
  const ThreadTeam& team_;
  LayoutId layout_;
  std::int64_t images_;  ///< NHWC ones: every block of channels is one of its own
  MaxPoolGeometry geometry_;
};

}  // namespace

std::unique_ptr<MaxPoolOp> make_max_pool(const ThreadTeam& team, const MaxPoolDesc& desc,
                                         DataType type, LayoutId layout) {
  return make_for<MaxPoolOp, MaxPool>(type, team, desc, layout);
}

}  // namespace resnet_bench::cpu
