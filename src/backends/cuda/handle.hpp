#pragma once

#include <utility>

namespace resnet_bench::cuda {

/// Owns what a C library hands out: T is a pointer, `destroy` the library's own function, whose
/// status nobody could act on.
template <class T, auto destroy>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T handle) : handle_(handle) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }

  T get() const { return handle_; }
  /// For the library to write to. What was owned before is destroyed.
  T* out() {
    reset();
    return &handle_;
  }

 private:
  void reset() {
    if (handle_ != nullptr) static_cast<void>(destroy(std::exchange(handle_, nullptr)));
  }

  T handle_ = nullptr;
};

}  // namespace resnet_bench::cuda
