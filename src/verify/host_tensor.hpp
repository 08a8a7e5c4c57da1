#pragma once

#include "resnet_bench/backend.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace resnet_bench::verify {

/// Memory for copies of tensors, used again from step to step.
class Buffers {
 public:
  struct Buffer {
    std::unique_ptr<std::byte[]> data;
    std::size_t bytes = 0;
  };
  Buffer take(std::size_t bytes);
  void give(Buffer buffer);
  /// Gives what is not in use back to the system.
  void clear() { free_.clear(); }

 private:
  std::vector<Buffer> free_;
};

/// A tensor of a device read on the host: as doubles, in plain order, some images at a time. An
/// image is what one index of the first axis leaves: of a vector, a value.
class HostTensor {
 public:
  HostTensor(Backend& backend, Buffers& buffers, const Tensor& tensor)
      : backend_(&backend), buffers_(&buffers), tensor_(tensor) {}
  ~HostTensor();
  HostTensor(HostTensor&& other) noexcept;
  HostTensor& operator=(HostTensor&&) = delete;

  const Tensor& tensor() const { return tensor_; }
  const Shape& shape() const { return tensor_.shape; }
  DataType type() const { return tensor_.type; }
  std::int64_t images() const { return tensor_.shape[0]; }
  std::int64_t image_elements() const { return tensor_.shape.elements() / images(); }
  std::int64_t image_bytes() const { return image_elements() * byte_size(tensor_.type); }

  /// Copies all of it now, for later it will have been overwritten.
  void keep();
  bool is_kept() const { return kept_; }
  /// Makes images [first, first + count) readable. Weights, whose layouts know no images, are
  /// loaded whole.
  void load(std::int64_t first, std::int64_t count);
  void load_all() { load(0, images()); }

  /// Values [begin, begin + count) of an image that was loaded. By any thread.
  void read(std::int64_t image, std::int64_t begin, std::int64_t count, double* to) const;
  /// All of it: for small tensors and weights.
  std::vector<double> values();
  /// The bytes of what was loaded.
  std::span<std::byte> bytes();

 private:
  Backend* backend_;
  Buffers* buffers_;
  Tensor tensor_;
  Buffers::Buffer buffer_;
  std::int64_t first_ = 0;
  std::int64_t count_ = 0;
  bool kept_ = false;
};

/// `count` values from `begin` on of a tensor in plain order as doubles.
void convert(DataType type, const std::byte* from, std::int64_t begin, std::int64_t count,
             double* to);

/// Images [first, first + count) of an activation, as a tensor of their own.
Tensor images_of(const Backend& backend, const Tensor& tensor, std::int64_t first,
                 std::int64_t count);

/// Loads all images of several tensors, as many at a time as make some tens of MiB and at least one
/// a thread, and calls work(image) for each, side by side. Returns when all are done.
void for_each_image(const Backend& backend, std::initializer_list<HostTensor*> tensors,
                    const std::function<void(std::int64_t image)>& work);

}  // namespace resnet_bench::verify
