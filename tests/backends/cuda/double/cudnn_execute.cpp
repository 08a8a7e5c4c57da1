#include "backends/cuda/double/cudnn_engines.hpp"
#include "backends/cuda/double/cudnn_handle.hpp"
#include "backends/cuda/double/cudnn_math.hpp"
#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/streams.hpp"

#include <cstring>
#include <functional>
#include <optional>

using cuda_double::Contents;
using cuda_double::Pointers;
using cuda_double::refuse;

namespace {

constexpr const char* call = "cudnnBackendExecute";

/// Bytes of device memory.
struct Piece {
  const std::byte* begin;
  const std::byte* end;
};

bool overlap(const Piece& a, const Piece& b) { return a.begin < b.end && b.begin < a.end; }

Piece piece_of(void* data, std::int64_t bytes) {
  const auto* const begin = static_cast<const std::byte*>(data);
  return {begin, begin + bytes};
}

/// Checks that a tensor's memory is there and aligned as its descriptor promises.
bool check_tensor(const Contents& tensor, const Pointers& pointers) {
  const std::int64_t id = cuda_double::unique_id(tensor);
  const std::string what = std::string(call) + ", tensor " + std::to_string(id);
  const auto found = pointers.find(id);
  if (found == pointers.end() || found->second == nullptr) {
    refuse(CUDNN_STATUS_BAD_PARAM_NULL_POINTER, what + ": has no memory");
    return false;
  }
  return cuda_double::check_device_range(
      found->second, static_cast<std::size_t>(cuda_double::extent_bytes(tensor)),
      static_cast<std::size_t>(tensor.one<std::int64_t>(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)), what);
}

/// What is written may be the memory of what is added to it, place by place, and of nothing else.
bool check_overlaps(const Contents& graph, const Pointers& pointers, const Piece& workspace) {
  struct Named {
    Piece piece;
    bool elementwise;
  };
  std::vector<Named> reads;
  std::vector<Piece> writes;
  for (const auto& operation : graph.attributes.at(CUDNN_ATTR_OPERATIONGRAPH_OPS).descriptors) {
    const cuda_double::OperationTensors used = cuda_double::tensors_of(*operation);
    const bool elementwise = operation->type == CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR;
    const auto memory = [&](const Contents& tensor) {
      return piece_of(pointers.at(cuda_double::unique_id(tensor)),
                      cuda_double::extent_bytes(tensor));
    };
    for (const Contents* tensor : used.reads) {
      if (!cuda_double::is_virtual(*tensor)) reads.push_back({memory(*tensor), elementwise});
    }
    if (!cuda_double::is_virtual(*used.writes)) writes.push_back(memory(*used.writes));
  }
  for (const Named& read : reads) {
    for (const Piece& write : writes) {
      const bool same = read.piece.begin == write.begin && read.piece.end == write.end;
      if (overlap(read.piece, write) && !(same && read.elementwise)) {
        refuse(CUDNN_STATUS_BAD_PARAM, std::string(call) + ": writes over what it reads");
        return false;
      }
    }
    if (overlap(read.piece, workspace)) {
      refuse(CUDNN_STATUS_BAD_PARAM, std::string(call) + ": the workspace lies in a tensor");
      return false;
    }
  }
  return true;
}

/// The pointers of a variant pack by id; none where an id comes twice.
std::optional<Pointers> pointers_of(const Contents& pack) {
  const auto ids = pack.all<std::int64_t>(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  const auto data = pack.all<void*>(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
  Pointers pointers;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!pointers.emplace(ids[i], data[i]).second) {
      refuse(CUDNN_STATUS_BAD_PARAM_DUPLICATED_ENTRIES,
             std::string(call) + ": two tensors with the id " + std::to_string(ids[i]));
      return std::nullopt;
    }
  }
  return pointers;
}

/// What is not described is garbage after each call: nobody may count on the workspace.
void spoil(void* workspace, std::int64_t bytes) {
  if (bytes > 0) std::memset(workspace, 0xff, static_cast<std::size_t>(bytes));
}

}  // namespace

extern "C" cudnnStatus_t CUDNNWINAPI cudnnBackendExecute(cudnnHandle_t handle,
                                                         cudnnBackendDescriptor_t plan,
                                                         cudnnBackendDescriptor_t pack) {
  if (const auto error = cuda_double::enter(
          call, {CUDNN_STATUS_EXECUTION_FAILED, CUDNN_STATUS_EXECUTION_FAILED_CUDA_DRIVER})) {
    return *error;
  }
  const cudnnContext* const context = cuda_double::cudnn_handles().find(handle, call);
  const cuda_double::Descriptor* const the_plan = cuda_double::descriptors().find(plan, call);
  const cuda_double::Descriptor* const the_pack = cuda_double::descriptors().find(pack, call);
  if (context == nullptr || the_plan == nullptr || the_pack == nullptr) {
    return CUDNN_STATUS_BAD_PARAM;
  }
  if (!the_plan->contents.finalized || !the_pack->contents.finalized) {
    return refuse(CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED, std::string(call) + ": not finalized");
  }
  const auto pointers = pointers_of(the_pack->contents);
  if (!pointers) return CUDNN_STATUS_BAD_PARAM;

  const Contents& engine = the_plan->contents.child(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)
                               .child(CUDNN_ATTR_ENGINECFG_ENGINE);
  const auto graph = engine.attributes.at(CUDNN_ATTR_ENGINE_OPERATION_GRAPH).descriptors.at(0);
  const auto number = engine.one<std::int64_t>(CUDNN_ATTR_ENGINE_GLOBAL_INDEX);
  for (const auto& operation : graph->attributes.at(CUDNN_ATTR_OPERATIONGRAPH_OPS).descriptors) {
    const cuda_double::OperationTensors used = cuda_double::tensors_of(*operation);
    std::vector<const Contents*> tensors = used.reads;
    tensors.push_back(used.writes);
    for (const Contents* tensor : tensors) {
      if (!cuda_double::is_virtual(*tensor) && !check_tensor(*tensor, *pointers)) {
        return CUDNN_STATUS_BAD_PARAM;
      }
    }
  }

  const std::int64_t bytes = cuda_double::workspace_bytes(number, *graph);
  void* workspace = nullptr;
  if (the_pack->contents.has(CUDNN_ATTR_VARIANT_PACK_WORKSPACE)) {
    workspace = the_pack->contents.one<void*>(CUDNN_ATTR_VARIANT_PACK_WORKSPACE);
  }
  if (bytes > 0 && !cuda_double::check_device_range(workspace, static_cast<std::size_t>(bytes), 16,
                                                    std::string(call) + ", workspace")) {
    return CUDNN_STATUS_BAD_PARAM;
  }
  if (!check_overlaps(*graph, *pointers, piece_of(workspace, bytes))) return CUDNN_STATUS_BAD_PARAM;

  const bool ok = cuda_double::submit(context->stream, "convolution", [=, pointers = *pointers] {
    spoil(workspace, bytes);
    cuda_double::compute(*graph, number, pointers);
  });
  return ok ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_EXECUTION_FAILED;
}
