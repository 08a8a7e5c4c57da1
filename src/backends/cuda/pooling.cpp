#include "backends/cuda/kernels/pooling.hpp"

#include "backends/cuda/ops.hpp"

namespace resnet_bench::cuda {
namespace {

class MaxPool final : public MaxPoolOp {
 public:
  MaxPool(const Device& device, const MaxPoolDesc& desc, LayoutId layout)
      : device_(device), desc_(desc), layout_(layout) {}

  std::string algorithm(Pass) const override { return "direct"; }
  LayoutId activation_layout() const override { return layout_; }
  void forward(const Forward& a) override {
    max_pool_forward(device_.stream(), shape(a.x.type), a.x.data, a.y.data,
                     a.argmax.as<std::uint8_t>());
  }
  void backward(const Backward& a) override {
    max_pool_backward(device_.stream(), shape(a.dy.type), a.argmax.as<std::uint8_t>(), a.dy.data,
                      a.dx.data);
  }

 private:
  PoolShape shape(DataType type) const {
    const Shape& x = desc_.x;
    const Shape y = desc_.y();
    return {.type = type,
            .channels_last = layout_ != LayoutId::plain,
            .images = x.n(),
            .channels = x.c(),
            .height = x.h(),
            .width = x.w(),
            .out_height = y.h(),
            .out_width = y.w(),
            .kernel = desc_.kernel,
            .stride = desc_.stride,
            .pad = desc_.pad};
  }

  const Device& device_;
  MaxPoolDesc desc_;
  LayoutId layout_;
};

class GlobalAvgPool final : public GlobalAvgPoolOp {
 public:
  GlobalAvgPool(const Device& device, const Shape& x, LayoutId layout)
      : device_(device), x_(x), layout_(layout) {}

  std::string algorithm(Pass) const override { return "direct"; }
  LayoutId activation_layout() const override { return layout_; }
  void forward(const Forward& a) override {
    average_pool_forward(device_.stream(), a.x.type, channels_last(), x_.n(), x_.c(),
                         x_.h() * x_.w(), a.x.data, a.y.data);
  }
  void backward(const Backward& a) override {
    average_pool_backward(device_.stream(), a.dy.type, channels_last(), x_.n(), x_.c(),
                          x_.h() * x_.w(), a.dy.data, a.dx.data);
  }

 private:
  bool channels_last() const { return layout_ != LayoutId::plain; }

  const Device& device_;
  Shape x_;
  LayoutId layout_;
};

}  // namespace

std::unique_ptr<MaxPoolOp> make_max_pool(const Device& device, const MaxPoolDesc& desc,
                                         LayoutId layout) {
  return std::make_unique<MaxPool>(device, desc, layout);
}

std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Device& device, const Shape& x,
                                                      LayoutId layout) {
  return std::make_unique<GlobalAvgPool>(device, x, layout);
}

}  // namespace resnet_bench::cuda
