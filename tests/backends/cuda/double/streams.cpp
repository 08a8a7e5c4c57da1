#include "backends/cuda/double/streams.hpp"

#include "backends/cuda/double/device_memory.hpp"

#include <utility>

namespace cuda_double {
namespace {

constexpr std::int64_t work_ns = 2000;  // that every piece of work takes on the device's clock

std::int64_t device_time_ns = 0;
cudaError_t last_error = cudaSuccess;

void put(CUstream_st& stream, CUgraphNode_st node) {
  if (node.event != nullptr) {
    ++node.event->asked;
    node.event->stream = &stream;
  }
  stream.queue.push_back(std::move(node));
}

[[maybe_unused]] const bool registered = [] {
  register_kind(
      "clock", [] { return std::int64_t{0}; },
      [] {
        device_time_ns = 0;
        last_error = cudaSuccess;
      });
  return true;
}();

}  // namespace

Registry<CUstream_st>& streams() { return Registry<CUstream_st>::of("stream"); }
Registry<CUevent_st>& events() { return Registry<CUevent_st>::of("event"); }
Registry<CUgraph_st>& graphs() { return Registry<CUgraph_st>::of("graph"); }
Registry<CUgraphExec_st>& graph_execs() { return Registry<CUgraphExec_st>::of("executable graph"); }

bool submit(cudaStream_t stream, const std::string& what, std::function<void()> run) {
  if (stream == nullptr) {
    complain(what + ": on the NULL stream");
    return false;
  }
  CUstream_st* const found = streams().find(stream, what.c_str());
  if (found == nullptr) return false;
  if (found->capture) {
    found->capture->nodes.push_back(
        std::make_unique<CUgraphNode_st>(CUgraphNode_st{what, std::move(run), nullptr}));
  } else {
    put(*found, {what, std::move(run), nullptr});
  }
  return true;
}

bool submit_record(cudaStream_t stream, cudaEvent_t event, bool external) {
  CUstream_st* const found =
      stream == nullptr ? nullptr : streams().find(stream, "cudaEventRecord");
  if (stream == nullptr) complain("cudaEventRecord: on the NULL stream");
  if (found == nullptr || events().find(event, "cudaEventRecord") == nullptr) return false;
  if (!found->capture) {
    put(*found, {"record of an event", {}, event});
  } else if (external) {
    found->capture->nodes.push_back(
        std::make_unique<CUgraphNode_st>(CUgraphNode_st{"record of an event", {}, event}));
  } else {
    // It would only order other streams after this one, and never have a time.
    complain("cudaEventRecord: while capturing, without cudaEventRecordExternal");
  }
  return true;
}

bool run_one(CUstream_st& stream) {
  if (stream.queue.empty()) return false;
  CUgraphNode_st node = std::move(stream.queue.front());
  stream.queue.pop_front();
  device_time_ns += work_ns;
  if (node.event != nullptr) {
    ++node.event->done;
    node.event->time_ns = device_time_ns;
  } else {
    const AccessToDevice access;
    node.run();
  }
  return true;
}

void run_all(CUstream_st& stream) {
  const AccessToDevice access;
  while (run_one(stream)) {
  }
}

void run_all_streams() {
  streams().for_each_alive([](CUstream_st& stream) { run_all(stream); });
}

void run_until(CUevent_st& event) {
  const AccessToDevice access;
  while (event.done < event.asked && run_one(*event.stream)) {
  }
}

bool allowed_while_capturing(const char* call) {
  bool allowed = true;
  streams().for_each_alive([&](CUstream_st& stream) {
    if (!stream.capture || stream.capture_mode == cudaStreamCaptureModeRelaxed) return;
    allowed = false;
    stream.capture_spoiled = true;
  });
  if (!allowed) complain(std::string(call) + ": while a stream is captured");
  return allowed;
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

}  // namespace cuda_double

extern "C" {
cudaError_t CUDARTAPI cudaGetLastError() {
  cuda_double::enter<cudaError_t>("cudaGetLastError");
  return std::exchange(cuda_double::last_error, cudaSuccess);
}
cudaError_t CUDARTAPI cudaPeekAtLastError() {
  cuda_double::enter<cudaError_t>("cudaPeekAtLastError");
  return cuda_double::last_error;
}
}
