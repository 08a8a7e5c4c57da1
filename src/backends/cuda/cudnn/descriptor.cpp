#include "backends/cuda/cudnn/descriptor.hpp"

#include "resnet_bench/error.hpp"

#include <algorithm>
#include <array>

namespace resnet_bench::cuda {

void check(cudnnStatus_t status, const char* call) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  std::array<char, 1024> words{};
  cudnnGetLastErrorString(words.data(), words.size());
  std::string text = std::string(call) + ": " + cudnnGetErrorString(status);
  if (words[0] != '\0') text.append(": ").append(words.data());
  std::replace(text.begin(), text.end(), '\n', ' ');
  throw RunError(text);
}

Descriptor::Descriptor(cudnnBackendDescriptorType_t type) {
  check(cudnnBackendCreateDescriptor(type, handle_.out()), "cudnnBackendCreateDescriptor");
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, std::int64_t value) {
  return set(name, std::vector{value});
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name,
                            const std::vector<std::int64_t>& values) {
  return set(name, CUDNN_TYPE_INT64, values);
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, float value) {
  return set(name, CUDNN_TYPE_FLOAT, std::vector{value});
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, bool value) {
  set_raw(name, CUDNN_TYPE_BOOLEAN, 1, &value);
  return *this;
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, cudnnDataType_t value) {
  return set(name, CUDNN_TYPE_DATA_TYPE, std::vector{value});
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, cudnnHandle_t value) {
  return set(name, CUDNN_TYPE_HANDLE, std::vector{value});
}

Descriptor& Descriptor::set(cudnnBackendAttributeName_t name, const Descriptor& value) {
  return set(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, std::vector{value.get()});
}

Descriptor& Descriptor::finalize() {
  check(cudnnBackendFinalize(get()), "cudnnBackendFinalize");
  return *this;
}

std::int64_t Descriptor::number(cudnnBackendAttributeName_t name) const {
  std::int64_t value = 0;
  get_raw(name, CUDNN_TYPE_INT64, 1, &value);
  return value;
}

std::vector<Descriptor> Descriptor::descriptors(cudnnBackendAttributeName_t name,
                                                cudnnBackendDescriptorType_t type,
                                                std::int64_t most) const {
  std::vector<Descriptor> made;
  std::vector<cudnnBackendDescriptor_t> raw;
  for (std::int64_t i = 0; i < most; ++i) raw.push_back(made.emplace_back(type).get());
  const std::int64_t count = get_raw(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, most, raw.data());
  made.erase(made.begin() + std::min(count, most), made.end());
  return made;
}

void Descriptor::set_raw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                         std::int64_t count, const void* values) {
  check(cudnnBackendSetAttribute(get(), name, type, count, values), "cudnnBackendSetAttribute");
}

std::int64_t Descriptor::get_raw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                                 std::int64_t count, void* values) const {
  std::int64_t got = 0;
  check(cudnnBackendGetAttribute(get(), name, type, count, &got, values),
        "cudnnBackendGetAttribute");
  return std::min(got, count);
}

}  // namespace resnet_bench::cuda
