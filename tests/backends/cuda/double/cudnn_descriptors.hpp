#pragma once

#include "backends/cuda/double/registry.hpp"

#include <cstddef>
#include <cstring>
#include <cudnn.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// cuDNN's backend descriptors: what their attributes may be is a table (cudnn_schema.cpp), and
/// everything that is set or asked for is held against it.
namespace cuda_double {

struct Contents;

struct Attribute {
  cudnnBackendAttributeType_t type{};
  std::int64_t count = 0;
  std::vector<std::byte> bytes;                              ///< of all types but descriptors
  std::vector<std::shared_ptr<const Contents>> descriptors;  ///< as they were when set
};

struct Contents {
  cudnnBackendDescriptorType_t type{};
  bool finalized = false;
  std::map<cudnnBackendAttributeName_t, Attribute> attributes;

  bool has(cudnnBackendAttributeName_t name) const { return attributes.contains(name); }

  template <class T>
  std::vector<T> all(cudnnBackendAttributeName_t name) const {
    const Attribute& attribute = attributes.at(name);
    std::vector<T> values(static_cast<std::size_t>(attribute.count));
    std::memcpy(values.data(), attribute.bytes.data(), values.size() * sizeof(T));
    return values;
  }
  template <class T>
  T one(cudnnBackendAttributeName_t name) const {
    return all<T>(name).at(0);
  }
  const Contents& child(cudnnBackendAttributeName_t name) const {
    return *attributes.at(name).descriptors.at(0);
  }

  template <class T>
  void set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t attribute_type,
           const std::vector<T>& values) {
    Attribute attribute{attribute_type, static_cast<std::int64_t>(values.size()), {}, {}};
    attribute.bytes.resize(values.size() * sizeof(T));
    std::memcpy(attribute.bytes.data(), values.data(), attribute.bytes.size());
    attributes[name] = attribute;
  }
  void set_child(cudnnBackendAttributeName_t name, const Contents& child) {
    attributes[name] = {CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, {}, {std::make_shared<Contents>(child)}};
  }
};

/// What a handle of a descriptor points to.
struct Descriptor {
  Contents contents;
};

Registry<Descriptor>& descriptors();

/// One row of the table.
struct Rule {
  cudnnBackendDescriptorType_t descriptor;
  cudnnBackendAttributeName_t attribute;
  cudnnBackendAttributeType_t type;
  std::int64_t most = 1;                                ///< elements
  enum { optional, required, answer } need = required;  ///< answer: can be asked for alone
};

/// Null: the descriptor has no such attribute, as far as the double knows.
const Rule* find_rule(cudnnBackendDescriptorType_t descriptor,
                      cudnnBackendAttributeName_t attribute);
/// The first attribute that has to be set and is not; null: none.
const Rule* first_missing(const Contents& contents);
/// Null: the double does not know the descriptor.
const char* name_of(cudnnBackendDescriptorType_t descriptor);
std::size_t element_bytes(cudnnBackendAttributeType_t type);

/// Keeps the words for cudnnGetLastErrorString and returns the status. A misuse is a complaint too;
/// that something is not supported is none.
cudnnStatus_t refuse(cudnnStatus_t status, const std::string& words);

}  // namespace cuda_double
