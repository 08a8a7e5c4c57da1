#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/streams.hpp"

#include <cmath>

using cuda_double::enter;
using cuda_double::events;
using cuda_double::remember;
using cuda_double::streams;

namespace {
/// What a wait may find: that work before it went wrong.
constexpr std::initializer_list<cudaError_t> late_errors{cudaErrorIllegalAddress,
                                                         cudaErrorLaunchFailure};
}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (const auto error = enter("cudaStreamCreateWithFlags", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  *stream = streams().make(flags);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

/// Returns at once on a GPU; what is still queued is done all the same.
cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream) {
  enter<cudaError_t>("cudaStreamDestroy");
  CUstream_st* const found = streams().find(stream, "cudaStreamDestroy");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  if (found->capture) cuda_double::complain("cudaStreamDestroy: while it is captured");
  cuda_double::run_all(*found);
  streams().destroy(stream, "cudaStreamDestroy");
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream) {
  if (const auto error = enter("cudaStreamSynchronize", late_errors)) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaStreamSynchronize")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  CUstream_st* const found = streams().find(stream, "cudaStreamSynchronize");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  cuda_double::run_all(*found);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream) {
  if (const auto error = enter("cudaStreamQuery", late_errors)) {
    return remember(*error);
  }
  CUstream_st* const found = streams().find(stream, "cudaStreamQuery");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  cuda_double::run_one(*found);  // so that who asks again and again gets on
  return found->queue.empty() ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const auto error = enter("cudaStreamWaitEvent", {cudaErrorInvalidResourceHandle})) {
    return remember(*error);
  }
  CUevent_st* const found = events().find(event, "cudaStreamWaitEvent");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  const bool ok =
      cuda_double::submit(stream, "wait for an event", [found] { cuda_double::run_until(*found); });
  return ok ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaDeviceSynchronize() {
  if (const auto error = enter("cudaDeviceSynchronize", late_errors)) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaDeviceSynchronize")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  cuda_double::run_all_streams();
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (const auto error = enter("cudaEventCreateWithFlags", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  *event = events().make();
  (*event)->flags = flags;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event) {
  enter<cudaError_t>("cudaEventDestroy");
  return events().destroy(event, "cudaEventDestroy") ? cudaSuccess
                                                     : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                               unsigned flags) {
  if (const auto error = enter("cudaEventRecord", {cudaErrorLaunchFailure})) {
    return remember(*error);
  }
  const bool ok = cuda_double::submit_record(stream, event, flags == cudaEventRecordExternal);
  return ok ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event) {
  if (const auto error = enter("cudaEventQuery", late_errors)) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaEventQuery")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  CUevent_st* const found = events().find(event, "cudaEventQuery");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  if (found->asked == 0) cuda_double::complain("cudaEventQuery: never recorded");
  if (found->done < found->asked) cuda_double::run_one(*found->stream);
  return found->done == found->asked ? cudaSuccess : cudaErrorNotReady;
}

cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event) {
  if (const auto error = enter("cudaEventSynchronize", late_errors)) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaEventSynchronize")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  CUevent_st* const found = events().find(event, "cudaEventSynchronize");
  if (found == nullptr) return remember(cudaErrorInvalidResourceHandle);
  if (found->asked == 0) cuda_double::complain("cudaEventSynchronize: never recorded");
  cuda_double::run_until(*found);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaEventElapsedTime(float* ms, cudaEvent_t begin, cudaEvent_t end) {
  if (const auto error = enter("cudaEventElapsedTime", late_errors)) {
    return remember(*error);
  }
  const CUevent_st* const first = events().find(begin, "cudaEventElapsedTime");
  const CUevent_st* const last = events().find(end, "cudaEventElapsedTime");
  if (first == nullptr || last == nullptr) return remember(cudaErrorInvalidResourceHandle);
  for (const CUevent_st* event : {first, last}) {
    if (event->asked == 0) cuda_double::complain("cudaEventElapsedTime: never recorded");
    if (event->asked == 0 || (event->flags & cudaEventDisableTiming) != 0) {
      return remember(cudaErrorInvalidResourceHandle);
    }
    if (event->done < event->asked) {
      cuda_double::complain("cudaEventElapsedTime: before the device has come to the event");
      return remember(cudaErrorNotReady);
    }
  }
  // It resolves half a microsecond.
  constexpr double resolution_ns = 500;
  const auto ns = static_cast<double>(last->time_ns - first->time_ns);
  *ms = static_cast<float>(std::round(ns / resolution_ns) * resolution_ns * 1e-6);
  return cudaSuccess;
}

}  // extern "C"
