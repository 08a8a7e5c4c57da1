#include "backends/cuda/double/streams.hpp"

using cuda_double::enter;
using cuda_double::graph_execs;
using cuda_double::graphs;
using cuda_double::remember;
using cuda_double::streams;

extern "C" {

cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (const auto error = enter("cudaStreamBeginCapture", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  if (stream == nullptr) {
    cuda_double::complain("cudaStreamBeginCapture: on the NULL stream");
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  CUstream_st* const found = streams().find(stream, "cudaStreamBeginCapture");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  if (found->capture) {
    cuda_double::complain("cudaStreamBeginCapture: it is being captured already");
    return remember(cudaErrorIllegalState);
  }
  found->capture = std::make_unique<CUgraph_st>();
  found->capture_spoiled = false;
  found->capture_mode = mode;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  const auto error = enter("cudaStreamEndCapture", {cudaErrorStreamCaptureInvalidated});
  *graph = nullptr;
  CUstream_st* const found = streams().find(stream, "cudaStreamEndCapture");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  if (!found->capture) {
    cuda_double::complain("cudaStreamEndCapture: it is not being captured");
    return remember(cudaErrorIllegalState);
  }
  const std::unique_ptr<CUgraph_st> captured = std::move(found->capture);
  if (error) return remember(*error);
  if (found->capture_spoiled) return remember(cudaErrorStreamCaptureInvalidated);
  *graph = graphs().make();
  (*graph)->nodes = std::move(captured->nodes);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  enter<cudaError_t>("cudaStreamIsCapturing");
  const CUstream_st* const found = streams().find(stream, "cudaStreamIsCapturing");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  *status = !found->capture          ? cudaStreamCaptureStatusNone
            : found->capture_spoiled ? cudaStreamCaptureStatusInvalidated
                                     : cudaStreamCaptureStatusActive;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes,
                                        std::size_t* count) {
  if (const auto error = enter("cudaGraphGetNodes", {cudaErrorInvalidValue})) {
    return remember(*error);
  }
  const CUgraph_st* const found = graphs().find(graph, "cudaGraphGetNodes");
  if (found == nullptr) return remember(cudaErrorInvalidValue);
  if (nodes != nullptr) {
    for (std::size_t i = 0; i < *count; ++i) {
      nodes[i] = i < found->nodes.size() ? found->nodes[i].get() : nullptr;
    }
  }
  *count = nodes == nullptr ? found->nodes.size() : std::min(*count, found->nodes.size());
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  enter<cudaError_t>("cudaGraphNodeGetType");
  *type = node->event != nullptr ? cudaGraphNodeTypeEventRecord : cudaGraphNodeTypeKernel;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t* event) {
  enter<cudaError_t>("cudaGraphEventRecordNodeGetEvent");
  if (node->event == nullptr) return remember(cudaErrorInvalidValue);
  *event = node->event;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphDestroy(cudaGraph_t graph) {
  enter<cudaError_t>("cudaGraphDestroy");
  return graphs().destroy(graph, "cudaGraphDestroy") ? cudaSuccess
                                                     : remember(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                                    unsigned long long) {
  if (const auto error = enter("cudaGraphInstantiate", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  const CUgraph_st* const found = graphs().find(graph, "cudaGraphInstantiate");
  if (found == nullptr) return remember(cudaErrorInvalidValue);
  *exec = graph_execs().make();
  for (const auto& node : found->nodes) {
    (*exec)->place[node.get()] = (*exec)->nodes.size();
    (*exec)->nodes.push_back(*node);
  }
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph,
                                           unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

/// From the next launch on the node records another event.
cudaError_t CUDARTAPI cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec,
                                                           cudaGraphNode_t node,
                                                           cudaEvent_t event) {
  if (const auto error = enter("cudaGraphExecEventRecordNodeSetEvent", {cudaErrorInvalidValue})) {
    return remember(*error);
  }
  CUgraphExec_st* const found = graph_execs().find(exec, "cudaGraphExecEventRecordNodeSetEvent");
  if (found == nullptr || !found->place.contains(node) ||
      cuda_double::events().find(event, "cudaGraphExecEventRecordNodeSetEvent") == nullptr) {
    return remember(cudaErrorInvalidValue);
  }
  CUgraphNode_st& own = found->nodes[found->place.at(node)];
  if (own.event == nullptr) return remember(cudaErrorInvalidValue);
  own.event = event;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  if (const auto error = enter("cudaGraphUpload", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  return graph_execs().find(exec, "cudaGraphUpload") != nullptr ? cudaSuccess
                                                                : remember(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (const auto error = enter("cudaGraphLaunch", {cudaErrorLaunchFailure})) {
    return remember(*error);
  }
  const CUgraphExec_st* const found = graph_execs().find(exec, "cudaGraphLaunch");
  if (found == nullptr) return remember(cudaErrorInvalidValue);
  for (const CUgraphNode_st& node : found->nodes) {
    const bool ok = node.event != nullptr ? cuda_double::submit_record(stream, node.event, true)
                                          : cuda_double::submit(stream, node.what, node.run);
    if (!ok) return remember(cudaErrorInvalidResourceHandle);
  }
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGraphExecDestroy(cudaGraphExec_t exec) {
  enter<cudaError_t>("cudaGraphExecDestroy");
  return graph_execs().destroy(exec, "cudaGraphExecDestroy") ? cudaSuccess
                                                             : remember(cudaErrorInvalidValue);
}

}  // extern "C"
