#include "verify/host_tensor.hpp"

#include "resnet_bench/host_values.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace resnet_bench::verify {
namespace {

constexpr std::int64_t bytes_at_a_time = std::int64_t{48} << 20;

}  // namespace

Buffers::Buffer Buffers::take(std::size_t bytes) {
  const auto smaller = [](const Buffer& one, const Buffer& other) {
    return one.bytes < other.bytes;
  };
  std::sort(free_.begin(), free_.end(), smaller);
  auto found = std::lower_bound(free_.begin(), free_.end(), Buffer{.bytes = bytes}, smaller);
  constexpr std::size_t most_waste = 4;  // a vector does not take what held an activation
  if (found == free_.end() || found->bytes / most_waste > bytes) {
    return {std::make_unique_for_overwrite<std::byte[]>(bytes), bytes};
  }
  Buffer buffer = std::move(*found);
  free_.erase(found);
  return buffer;
}

void Buffers::give(Buffer buffer) {
  if (buffer.data != nullptr) free_.push_back(std::move(buffer));
}

HostTensor::~HostTensor() { buffers_->give(std::move(buffer_)); }

HostTensor::HostTensor(HostTensor&& other) noexcept
    : backend_(other.backend_),
      buffers_(other.buffers_),
      tensor_(other.tensor_),
      buffer_(std::exchange(other.buffer_, {})),
      first_(other.first_),
      count_(other.count_),
      kept_(other.kept_) {}

void HostTensor::keep() {
  load_all();
  kept_ = true;
}

void HostTensor::load(std::int64_t first, std::int64_t count) {
  if (kept_) return;
  const auto bytes = static_cast<std::size_t>(count * image_bytes());
  if (buffer_.bytes < bytes) {
    buffers_->give(std::exchange(buffer_, {}));
    buffer_ = buffers_->take(bytes);
  }
  first_ = first;
  count_ = count;
  backend_->to_plain(count == images() ? tensor_ : images_of(*backend_, tensor_, first, count),
                     {buffer_.data.get(), bytes});
}

void HostTensor::read(std::int64_t image, std::int64_t begin, std::int64_t count,
                      double* to) const {
  convert(tensor_.type, buffer_.data.get(), (image - first_) * image_elements() + begin, count, to);
}

std::vector<double> HostTensor::values() {
  load_all();
  std::vector<double> all(static_cast<std::size_t>(tensor_.shape.elements()));
  read(0, 0, tensor_.shape.elements(), all.data());
  return all;
}

std::span<std::byte> HostTensor::bytes() {
  return {buffer_.data.get(), static_cast<std::size_t>(count_ * image_bytes())};
}

void convert(DataType type, const std::byte* from, std::int64_t begin, std::int64_t count,
             double* to) {
  with_type(type, [&]<class T>() {
    const T* values = reinterpret_cast<const T*>(from) + begin;
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<double>(values[i]);
  });
}

Tensor images_of(const Backend& backend, const Tensor& tensor, std::int64_t first,
                 std::int64_t count) {
  const auto with_images = [&](std::int64_t images) -> Shape {
    const Shape& s = tensor.shape;
    switch (s.rank()) {
      case 1:
        return {images};
      case 2:
        return {images, s[1]};
      case 4:
        return {images, s[1], s[2], s[3]};
      default:
        throw std::logic_error("verify: no images in a tensor " + to_string(s));
    }
  };
  Tensor part = tensor;
  part.data = static_cast<std::byte*>(tensor.data) +
              first * backend.bytes(with_images(1), tensor.type, tensor.layout);
  part.shape = with_images(count);
  return part;
}

void for_each_image(const Backend& backend, std::initializer_list<HostTensor*> tensors,
                    const std::function<void(std::int64_t image)>& work) {
  std::int64_t image_bytes = 1;
  for (const HostTensor* tensor : tensors) {
    if (tensor != nullptr) image_bytes += tensor->image_bytes();
  }
  const std::int64_t images = (*tensors.begin())->images();
  const std::int64_t threads = backend.host_threads();
  const std::int64_t at_once =
      std::max<std::int64_t>(1, bytes_at_a_time / (image_bytes * threads)) * threads;
  for (std::int64_t first = 0; first < images; first += at_once) {
    const std::int64_t count = std::min(at_once, images - first);
    for (HostTensor* tensor : tensors) {
      if (tensor != nullptr) tensor->load(first, count);
    }
    backend.split_on_host(count, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t image = first + begin; image < first + end; ++image) work(image);
    });
  }
}

}  // namespace resnet_bench::verify
