#include "backends/cuda/double/cudnn_descriptors.hpp"
#include "backends/cuda/double/cudnn_engines.hpp"

#include <algorithm>

using cuda_double::Attribute;
using cuda_double::complain;
using cuda_double::Contents;
using cuda_double::Descriptor;
using cuda_double::descriptors;
using cuda_double::enter;
using cuda_double::refuse;
using cuda_double::Rule;

namespace cuda_double {

Registry<Descriptor>& descriptors() { return Registry<Descriptor>::of("cuDNN descriptor"); }

}  // namespace cuda_double

namespace {

std::string where(const char* call, const Contents& contents) {
  return std::string(call) + ", " + cuda_double::name_of(contents.type) + ": ";
}

/// Those that a finalized descriptor can be asked about although nobody has set them.
struct Answer {
  std::vector<std::byte> bytes;
  std::vector<Contents> descriptors;
};

template <class T>
Answer values(const std::vector<T>& all) {
  Answer answer;
  answer.bytes.resize(all.size() * sizeof(T));
  std::memcpy(answer.bytes.data(), all.data(), answer.bytes.size());
  return answer;
}

Contents configuration(std::int64_t engine, const Contents& graph) {
  Contents chosen{.type = CUDNN_BACKEND_ENGINE_DESCRIPTOR, .finalized = true};
  chosen.set_child(CUDNN_ATTR_ENGINE_OPERATION_GRAPH, graph);
  chosen.set<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, {engine});
  Contents result{.type = CUDNN_BACKEND_ENGINECFG_DESCRIPTOR, .finalized = true};
  result.set_child(CUDNN_ATTR_ENGINECFG_ENGINE, chosen);
  Attribute knobs{CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, {}, {}};
  for (const Contents& knob : cuda_double::default_knobs(engine)) {
    knobs.descriptors.push_back(std::make_shared<Contents>(knob));
    ++knobs.count;
  }
  result.attributes[CUDNN_ATTR_ENGINECFG_KNOB_CHOICES] = knobs;
  return result;
}

Answer answer(const Contents& contents, cudnnBackendAttributeName_t name) {
  switch (name) {
    case CUDNN_ATTR_OPERATIONGRAPH_ENGINE_GLOBAL_COUNT:
      return values<std::int64_t>({cuda_double::engine_count});
    case CUDNN_ATTR_ENGINEHEUR_RESULTS: {
      Answer results;
      const auto mode = contents.one<cudnnBackendHeurMode_t>(CUDNN_ATTR_ENGINEHEUR_MODE);
      for (const std::int64_t engine : cuda_double::ranking(mode)) {
        results.descriptors.push_back(
            configuration(engine, contents.child(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH)));
      }
      return results;
    }
    case CUDNN_ATTR_ENGINE_NUMERICAL_NOTE:
      return values(
          cuda_double::numerical_notes(contents.one<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX)));
    case CUDNN_ATTR_ENGINE_BEHAVIOR_NOTE:
      return {};
    case CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE: {
      const Contents& engine = contents.child(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)
                                   .child(CUDNN_ATTR_ENGINECFG_ENGINE);
      return values<std::int64_t>(
          {cuda_double::workspace_bytes(engine.one<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX),
                                        engine.child(CUDNN_ATTR_ENGINE_OPERATION_GRAPH))});
    }
    default: {
      const auto found = contents.attributes.find(name);
      if (found == contents.attributes.end()) return {};
      Answer stored{found->second.bytes, {}};
      for (const auto& child : found->second.descriptors) stored.descriptors.push_back(*child);
      return stored;
    }
  }
}

/// Why a descriptor with everything set cannot be finalized.
cudnnStatus_t check_finalizing(const Contents& contents) {
  const auto because = [&](cudnnStatus_t status, const std::string& words) {
    return refuse(status, where("cudnnBackendFinalize", contents) + words);
  };
  switch (contents.type) {
    case CUDNN_BACKEND_TENSOR_DESCRIPTOR: {
      const auto extents = contents.all<std::int64_t>(CUDNN_ATTR_TENSOR_DIMENSIONS);
      const auto strides = contents.all<std::int64_t>(CUDNN_ATTR_TENSOR_STRIDES);
      const auto positive = [](std::int64_t value) { return value > 0; };
      if (extents.size() != strides.size() ||
          !std::all_of(extents.begin(), extents.end(), positive) ||
          !std::all_of(strides.begin(), strides.end(), positive)) {
        return because(CUDNN_STATUS_BAD_PARAM, "dimensions or strides");
      }
      return CUDNN_STATUS_SUCCESS;
    }
    case CUDNN_BACKEND_ENGINE_DESCRIPTOR: {
      const auto index = contents.one<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX);
      if (index >= 0 && index < cuda_double::engine_count) return CUDNN_STATUS_SUCCESS;
      return because(CUDNN_STATUS_NOT_SUPPORTED, "there is no engine " + std::to_string(index));
    }
    case CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR: {
      if (!contents.has(CUDNN_ATTR_EXECUTION_PLAN_HANDLE) &&
          !contents.has(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP)) {
        return because(CUDNN_STATUS_BAD_PARAM, "neither a handle nor a device is set");
      }
      const Contents& engine = contents.child(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)
                                   .child(CUDNN_ATTR_ENGINECFG_ENGINE);
      const std::string reason =
          cuda_double::unsupported(engine.one<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX),
                                   engine.child(CUDNN_ATTR_ENGINE_OPERATION_GRAPH));
      return reason.empty() ? CUDNN_STATUS_SUCCESS : because(CUDNN_STATUS_NOT_SUPPORTED, reason);
    }
    case CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR:
      if (contents.attributes.at(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS).count !=
          contents.attributes.at(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS).count) {
        return because(CUDNN_STATUS_BAD_PARAM, "not as many pointers as ids");
      }
      return CUDNN_STATUS_SUCCESS;
    default: {
      const std::string reason = cuda_double::mismatch(contents);
      return reason.empty() ? CUDNN_STATUS_SUCCESS
                            : because(CUDNN_STATUS_BAD_PARAM_SHAPE_MISMATCH, reason);
    }
  }
}

}  // namespace

extern "C" {

cudnnStatus_t CUDNNWINAPI cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t type,
                                                       cudnnBackendDescriptor_t* descriptor) {
  if (const auto error = enter("cudnnBackendCreateDescriptor",
                               {CUDNN_STATUS_INTERNAL_ERROR_HOST_ALLOCATION_FAILED})) {
    return *error;
  }
  if (cuda_double::name_of(type) == nullptr) {
    return refuse(CUDNN_STATUS_BAD_PARAM_DESCRIPTOR_TYPE,
                  "the double does not know descriptor type " + std::to_string(type));
  }
  Descriptor* const made = descriptors().make();
  made->contents.type = type;
  *descriptor = made;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t CUDNNWINAPI cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  enter<cudnnStatus_t>("cudnnBackendDestroyDescriptor");
  return descriptors().destroy(descriptor, "cudnnBackendDestroyDescriptor")
             ? CUDNN_STATUS_SUCCESS
             : CUDNN_STATUS_BAD_PARAM;
}

cudnnStatus_t CUDNNWINAPI cudnnBackendSetAttribute(cudnnBackendDescriptor_t descriptor,
                                                   cudnnBackendAttributeName_t name,
                                                   cudnnBackendAttributeType_t type,
                                                   std::int64_t count, const void* elements) {
  constexpr const char* call = "cudnnBackendSetAttribute";
  enter<cudnnStatus_t>(call);
  Descriptor* const found = descriptors().find(descriptor, call);
  if (found == nullptr) return CUDNN_STATUS_BAD_PARAM;
  Contents& contents = found->contents;
  const std::string in = where(call, contents) + "attribute " + std::to_string(name) + " ";
  const Rule* const rule = cuda_double::find_rule(contents.type, name);
  if (rule == nullptr || rule->need == Rule::answer) {
    return refuse(CUDNN_STATUS_BAD_PARAM, in + "cannot be set");
  }
  if (contents.finalized) return refuse(CUDNN_STATUS_BAD_PARAM, in + "after finalizing");
  if (type != rule->type)
    return refuse(CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE, in + "has another type");
  if (count < 1 || count > rule->most || elements == nullptr) {
    return refuse(CUDNN_STATUS_BAD_PARAM, in + "has a wrong number of elements");
  }
  Attribute attribute{type, count, {}, {}};
  if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {
    for (std::int64_t i = 0; i < count; ++i) {
      const Descriptor* const child =
          descriptors().find(static_cast<const cudnnBackendDescriptor_t*>(elements)[i], call);
      if (child == nullptr) return CUDNN_STATUS_BAD_PARAM;
      if (!child->contents.finalized) {
        return refuse(CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED, in + "is not finalized");
      }
      attribute.descriptors.push_back(std::make_shared<Contents>(child->contents));
    }
  } else {
    attribute.bytes.resize(static_cast<std::size_t>(count) * cuda_double::element_bytes(type));
    std::memcpy(attribute.bytes.data(), elements, attribute.bytes.size());
  }
  contents.attributes[name] = std::move(attribute);
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t CUDNNWINAPI cudnnBackendGetAttribute(cudnnBackendDescriptor_t const descriptor,
                                                   cudnnBackendAttributeName_t name,
                                                   cudnnBackendAttributeType_t type,
                                                   std::int64_t requested, std::int64_t* count,
                                                   void* elements) {
  constexpr const char* call = "cudnnBackendGetAttribute";
  enter<cudnnStatus_t>(call);
  const Descriptor* const found = descriptors().find(descriptor, call);
  if (found == nullptr) return CUDNN_STATUS_BAD_PARAM;
  const std::string in = where(call, found->contents) + "attribute " + std::to_string(name) + " ";
  const Rule* const rule = cuda_double::find_rule(found->contents.type, name);
  if (rule == nullptr) return refuse(CUDNN_STATUS_BAD_PARAM, in + "is not one of it");
  if (!found->contents.finalized)
    return refuse(CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED, in + "before finalizing");
  if (type != rule->type)
    return refuse(CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE, in + "has another type");

  const Answer all = answer(found->contents, name);
  const bool children = type == CUDNN_TYPE_BACKEND_DESCRIPTOR;
  const std::size_t size = cuda_double::element_bytes(type);
  const std::size_t there = children ? all.descriptors.size() : all.bytes.size() / size;
  const std::size_t given = std::min(there, static_cast<std::size_t>(requested));
  if (elements == nullptr) {
    if (count != nullptr) *count = static_cast<std::int64_t>(there);
    return CUDNN_STATUS_SUCCESS;
  }
  if (count != nullptr) *count = static_cast<std::int64_t>(given);
  if (!children) {
    std::memcpy(elements, all.bytes.data(), given * size);
    return CUDNN_STATUS_SUCCESS;
  }
  for (std::size_t i = 0; i < given; ++i) {
    Descriptor* const target =
        descriptors().find(static_cast<cudnnBackendDescriptor_t*>(elements)[i], call);
    if (target == nullptr) return CUDNN_STATUS_BAD_PARAM;
    if (target->contents.type != all.descriptors[i].type) {
      return refuse(CUDNN_STATUS_BAD_PARAM_DESCRIPTOR_TYPE, in + "is of another descriptor");
    }
    target->contents = all.descriptors[i];
  }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t CUDNNWINAPI cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
  constexpr const char* call = "cudnnBackendFinalize";
  if (const auto error = enter(call, {CUDNN_STATUS_INTERNAL_ERROR})) return *error;
  Descriptor* const found = descriptors().find(descriptor, call);
  if (found == nullptr) return CUDNN_STATUS_BAD_PARAM;
  Contents& contents = found->contents;
  if (contents.finalized) return refuse(CUDNN_STATUS_BAD_PARAM, where(call, contents) + "twice");
  if (const Rule* missing = cuda_double::first_missing(contents)) {
    return refuse(CUDNN_STATUS_BAD_PARAM, where(call, contents) + "attribute " +
                                              std::to_string(missing->attribute) + " is not set");
  }
  const cudnnStatus_t status = check_finalizing(contents);
  contents.finalized = status == CUDNN_STATUS_SUCCESS;
  return status;
}

}  // extern "C"
