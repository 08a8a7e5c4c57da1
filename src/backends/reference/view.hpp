#pragma once

#include "resnet_bench/host_values.hpp"
#include "resnet_bench/tensor.hpp"

#include <array>
#include <memory>
#include <stdexcept>
#include <type_traits>

namespace resnet_bench::reference {

/// Activations with the channel innermost.
constexpr LayoutId nhwc{1};

/// A 4-axis tensor indexed logically, whatever its layout.
template <class T>
class View {
 public:
  explicit View(const Tensor& tensor) : data_(tensor.as<T>()), shape_(tensor.shape) {
    const std::int64_t c = shape_.c();
    const std::int64_t h = shape_.h();
    const std::int64_t w = shape_.w();
    strides_ = tensor.layout == nhwc ? std::array{h * w * c, std::int64_t{1}, w * c, c}
                                     : std::array{c * h * w, h * w, w, std::int64_t{1}};
  }

  T& operator()(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
    return data_[n * strides_[0] + c * strides_[1] + h * strides_[2] + w * strides_[3]];
  }
  bool contains(std::int64_t h, std::int64_t w) const {
    return h >= 0 && h < shape_.h() && w >= 0 && w < shape_.w();
  }
  const Shape& shape() const { return shape_; }

  /// Calls visit(n, c, h, w) for every position.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::int64_t n = 0; n < shape_.n(); ++n)
      for (std::int64_t c = 0; c < shape_.c(); ++c)
        for (std::int64_t h = 0; h < shape_.h(); ++h)
          for (std::int64_t w = 0; w < shape_.w(); ++w) visit(n, c, h, w);
  }

 private:
  T* data_;
  Shape shape_;
  std::array<std::int64_t, 4> strides_{};
};

/// The type of parameters that goes with T, of activations and weights: types_of.
template <class T>
using Parameter = std::conditional_t<std::is_same_v<T, double>, double, float>;

/// Makes Op<T> by the type of activations.
template <template <class> class Op, class Base, class... Args>
std::unique_ptr<Base> make_by_type(DataType type, const Args&... args) {
  return with_type(type, [&]<class T>() -> std::unique_ptr<Base> {
    if constexpr (std::is_integral_v<T>) {
      throw std::logic_error("the reference backend computes in floating point");
    } else {
      return std::make_unique<Op<T>>(args...);
    }
  });
}

/// What every op of this backend says of itself.
template <class Base>
class ReferenceOp : public Base {
 public:
  explicit ReferenceOp(LayoutId layout) : layout_(layout) {}
  std::string algorithm(Pass /*pass*/) const override { return "naive"; }
  LayoutId activation_layout() const override { return layout_; }

 private:
  LayoutId layout_;
};

}  // namespace resnet_bench::reference
