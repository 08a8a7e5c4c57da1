#include "device_tensor.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host_values.hpp"

#include <random>

namespace resnet_bench::test {
namespace {

constexpr std::byte guard{0xA5};
constexpr std::byte nan_byte{0xFF};  // all bits set is a NaN in every type

}  // namespace

Values whole_numbers(const Shape& shape, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  Values values(static_cast<std::size_t>(shape.elements()));
  for (double& value : values) value = static_cast<double>(generator() % 7) - 3;
  return values;
}

Values fractions(const Shape& shape, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  Values values(static_cast<std::size_t>(shape.elements()));
  // As fp32 has them, so that what the op reads is what the naive computation reads.
  for (double& value : values) value = static_cast<double>(generator() % (1 << 24)) / (1 << 23) - 1;
  return values;
}

DeviceTensor::DeviceTensor(Backend& backend, const Shape& shape, LayoutId layout, DataType type)
    : backend_(backend), bytes_(static_cast<std::size_t>(backend.bytes(shape, type, layout))) {
  memory_.assign(bytes_ + 2 * guard_bytes + 64, guard);
  const auto start = reinterpret_cast<std::uintptr_t>(memory_.data()) + guard_bytes;
  tensor_ = {reinterpret_cast<void*>((start + 63) / 64 * 64), shape, type, layout};
  std::memset(tensor_.data, static_cast<int>(nan_byte), bytes_);
}

DeviceTensor::DeviceTensor(Backend& backend, const Shape& shape, LayoutId layout,
                           const Values& values, DataType type)
    : DeviceTensor(backend, shape, layout, type) {
  set(values);
}

void DeviceTensor::set(const Values& values) {
  backend_.from_plain(to_bytes(tensor_.type, values), tensor_);
}

std::vector<std::byte> DeviceTensor::plain_bytes() const {
  return std::vector<std::byte>(
      static_cast<std::size_t>(tensor_.shape.elements() * byte_size(tensor_.type)));
}

Values DeviceTensor::values() const {
  std::vector<std::byte> host = plain_bytes();
  backend_.to_plain(tensor_, host);
  return to_doubles(tensor_.type, host);
}

std::vector<std::byte> DeviceTensor::bits() const {
  const auto* data = tensor_.as<std::byte>();
  return {data, data + bytes_};
}

void DeviceTensor::expect_guards() const {
  const auto* data = tensor_.as<std::byte>();
  for (const std::byte* b = memory_.data(); b < data; ++b) {
    ASSERT_EQ(*b, guard) << data - b << " bytes before a tensor " << to_string(tensor_.shape);
  }
  for (const std::byte* b = data + bytes_; b < memory_.data() + memory_.size(); ++b) {
    ASSERT_EQ(*b, guard) << b - data - bytes_ << " bytes after a tensor "
                         << to_string(tensor_.shape);
  }
}

bool has_algorithm(const std::string& conv) {
  try {
    make_cpu_backend({.conv = conv});
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

std::vector<std::string> forced_layouts() {
  std::vector<std::string> layouts{"nhwc"};
  try {
    make_cpu_backend({.layout = "blocked"});
    layouts.emplace_back("blocked");
  } catch (const Refusal&) {
    // No oneDNN, or one that computes in nhwc here.
  }
  return layouts;
}

DeviceTensor make_scratch(Backend& backend, const Op& op, Pass pass) {
  return {backend, {op.scratch_bytes(pass)}, LayoutId::plain, DataType::u8};
}

}  // namespace resnet_bench::test
