#include "backends/cpu/onednn/widened_conv_pass.hpp"

#include "backends/cpu/convert_split.hpp"
#include "backends/cpu/kernels/elementwise.hpp"
#include "backends/cpu/scratch.hpp"

#include <algorithm>
#include <utility>

namespace resnet_bench::cpu::onednn {
namespace {

/// The images of a chunk: as many as divide the batch and leave their f32 copies, of x and of y
/// together, about as large as the threads' second-level caches.
std::int64_t chunk_images(const ConvDesc& desc, int threads) {
  constexpr std::int64_t thread_bytes = 2 * 1024 * 1024;
  const std::int64_t batch = desc.x.n();
  const std::int64_t elements = (desc.x.elements() + desc.y().elements()) / batch;
  const std::int64_t bytes = elements * static_cast<std::int64_t>(sizeof(float));
  std::int64_t images = std::clamp<std::int64_t>(threads * thread_bytes / bytes, 1, batch);
  // A thread without an image of its own would wait.
  images = std::max(images, std::min<std::int64_t>(threads, batch));
  while (batch % images != 0) --images;
  return images;
}

ConvDesc of_images(ConvDesc desc, std::int64_t images) {
  desc.x = {images, desc.x.c(), desc.x.h(), desc.x.w()};
  return desc;
}

class WidenedPass final : public ConvPass {
 public:
  WidenedPass(const ThreadTeam& team, std::unique_ptr<ConvPass> f32, Pass pass,
              const ConvDesc& desc, std::int64_t images, LayoutId weight_layout)
      : team_(team),
        f32_(std::move(f32)),
        pass_(pass),
        x_(of_images(desc, images).x),
        y_(of_images(desc, images).y()),
        weight_(desc.weight()),
        chunks_(desc.x.n() / images),
        weight_layout_(weight_layout) {}

  std::string algorithm() const override { return f32_->algorithm() + "-f32"; }
  LayoutId weight_layout() const override { return weight_layout_; }
  std::int64_t scratch_bytes() const override {
    Scratch scratch;
    const Widened sizes(scratch, *this);
    return scratch.bytes();
  }

  void run(const ConvOperands& operands) override {
    Scratch scratch(operands.scratch);
    const Widened f32(scratch, *this);
    if (pass_ != Pass::BwdWeights) widen(operands.weight, 0, weight_.elements(), f32.weight);
    for (std::int64_t chunk = 0; chunk < chunks_; ++chunk) {
      const std::int64_t x = chunk * x_.elements();
      const std::int64_t y = chunk * y_.elements();
      if (pass_ != Pass::BwdData) widen(operands.x, x, x_.elements(), f32.x);
      if (pass_ != Pass::Fwd) widen(operands.y, y, y_.elements(), f32.y);
      if (operands.shortcut) widen(operands.shortcut, y, y_.elements(), f32.y);
      // The first chunk's gradient is the sum's beginning.
      const bool adds = pass_ == Pass::BwdWeights && chunk > 0;
      float* weight = pass_ != Pass::BwdWeights ? f32.weight
                      : adds                    ? f32.part
                                                : operands.weight.as<float>();
      f32_->run({.x = tensor(x_, f32.x),
                 .weight = tensor(weight_, weight),
                 .y = tensor(y_, f32.y),
                 .bias = operands.bias,
                 .shortcut = operands.shortcut ? tensor(y_, f32.y) : Tensor{},
                 .scratch = {.data = f32.inner}});
      if (adds) add_to(operands.weight.as<float>(), f32.part);
      if (pass_ == Pass::Fwd) narrow(f32.y, y_.elements(), operands.y, y);
      if (pass_ == Pass::BwdData) narrow(f32.x, x_.elements(), operands.x, x);
    }
  }

 private:
  struct Widened {
    Widened(Scratch& s, const WidenedPass& pass)
        : x(s.take<float>(pass.x_.elements())),
          y(s.take<float>(pass.y_.elements())),
          weight(s.take<float>(pass.pass_ != Pass::BwdWeights ? pass.weight_.elements() : 0)),
          part(s.take<float>(
              pass.pass_ == Pass::BwdWeights && pass.chunks_ > 1 ? pass.weight_.elements() : 0)),
          inner(s.take<std::byte>(pass.f32_->scratch_bytes())) {}
    float *x, *y, *weight, *part;  ///< part: a chunk's part of the weights' gradient
    std::byte* inner;
  };

  static Tensor tensor(const Shape& shape, float* data) {
    return {.data = data, .shape = shape, .type = DataType::f32};
  }
  void widen(const Tensor& from, std::int64_t first, std::int64_t count, float* to) const {
    convert_split(team_, count, from.as<const BFloat16>() + first, to);
  }
  void narrow(const float* from, std::int64_t count, const Tensor& to, std::int64_t first) const {
    convert_split(team_, count, from, to.as<BFloat16>() + first);
  }
  void add_to(float* sum, const float* part) const {
    team_.split_floats(weight_.elements(), [&](std::int64_t begin, std::int64_t end) {
      add(end - begin, sum + begin, part + begin, sum + begin);
    });
  }

  const ThreadTeam& team_;
  std::unique_ptr<ConvPass> f32_;
  Pass pass_;
  Shape x_, y_, weight_;  ///< of a chunk
  std::int64_t chunks_;
  LayoutId weight_layout_;
};

}  // namespace

std::unique_ptr<ConvPass> make_widened_conv_pass(Context& context, dnnl::algorithm algorithm,
                                                 Pass pass, const ConvDesc& desc, LayoutId x,
                                                 LayoutId y) {
  const std::int64_t images = chunk_images(desc, context.team.size());
  auto f32 = make_conv_pass(context, types_of(Precision::fp32), algorithm, pass,
                            of_images(desc, images), x, y);
  if (f32 == nullptr) return nullptr;
  LayoutId weight_layout = f32->weight_layout();
  if (pass != Pass::BwdWeights) {
    const auto bf16 = context.layouts.as_bf16(weight_layout);
    if (!bf16) return nullptr;
    weight_layout = *bf16;
  }
  return std::make_unique<WidenedPass>(context.team, std::move(f32), pass, desc, images,
                                       weight_layout);
}

}  // namespace resnet_bench::cpu::onednn
