#pragma once

#include "backends/cuda/handle.hpp"

#include <cstdint>
#include <cudnn.h>
#include <string>
#include <vector>

/// cuDNN's backend API (cudnn_graph.h): descriptors whose attributes are set and then finalised.
namespace resnet_bench::cuda {

/// Throws RunError with the call, the status and what cuDNN itself says of it.
void check(cudnnStatus_t status, const char* call);

/// Any descriptor of the backend API.
class Descriptor {
 public:
  explicit Descriptor(cudnnBackendDescriptorType_t type);

  cudnnBackendDescriptor_t get() const { return handle_.get(); }

  template <class T>
  Descriptor& set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                  const std::vector<T>& values) {
    set_raw(name, type, static_cast<std::int64_t>(values.size()), values.data());
    return *this;
  }
  Descriptor& set(cudnnBackendAttributeName_t name, std::int64_t value);
  Descriptor& set(cudnnBackendAttributeName_t name, const std::vector<std::int64_t>& values);
  Descriptor& set(cudnnBackendAttributeName_t name, float value);
  Descriptor& set(cudnnBackendAttributeName_t name, bool value);
  Descriptor& set(cudnnBackendAttributeName_t name, cudnnDataType_t value);
  Descriptor& set(cudnnBackendAttributeName_t name, cudnnHandle_t value);
  Descriptor& set(cudnnBackendAttributeName_t name, const Descriptor& value);

  /// After this, attributes can only be read.
  Descriptor& finalize();

  std::int64_t number(cudnnBackendAttributeName_t name) const;
  /// As many values of an enumeration, or numbers, as there are, `most` at most.
  template <class T>
  std::vector<T> values(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                        std::int64_t most) const {
    std::vector<T> values(static_cast<std::size_t>(most));
    values.resize(static_cast<std::size_t>(get_raw(name, type, most, values.data())));
    return values;
  }
  /// Descriptors that the library fills in: `most` of `type` are made first.
  std::vector<Descriptor> descriptors(cudnnBackendAttributeName_t name,
                                      cudnnBackendDescriptorType_t type, std::int64_t most) const;

 private:
  void set_raw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
               std::int64_t count, const void* values);
  std::int64_t get_raw(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type,
                       std::int64_t count, void* values) const;

  Handle<cudnnBackendDescriptor_t, cudnnBackendDestroyDescriptor> handle_;
};

}  // namespace resnet_bench::cuda
