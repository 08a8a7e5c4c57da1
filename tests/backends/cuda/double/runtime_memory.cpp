#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/streams.hpp"

#include <cstring>

using cuda_double::enter;
using cuda_double::remember;

namespace {

bool reads_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}
bool writes_device(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

/// Whether both ends are what `kind` says and hold `bytes`.
bool check_ends(const std::string& call, const void* to, const void* from, std::size_t bytes,
                cudaMemcpyKind kind) {
  if (kind == cudaMemcpyDefault || kind == cudaMemcpyHostToHost) {
    cuda_double::complain(call + ": of a kind that says nothing of the device");
    return false;
  }
  const auto check = [&](const void* data, bool device, const char* what) {
    if (device) return cuda_double::check_device_range(data, bytes, 1, call + ", " + what);
    if (!cuda_double::is_device(data)) return true;
    cuda_double::complain(call + ", " + what + ": is device memory");
    return false;
  };
  return check(to, writes_device(kind), "target") && check(from, reads_device(kind), "source");
}

/// The NULL stream waits for the streams that are not made "non-blocking", and for those alone.
void run_blocking_streams() {
  cuda_double::streams().for_each_alive([](CUstream_st& stream) {
    if ((stream.flags & cudaStreamNonBlocking) == 0) cuda_double::run_all(stream);
  });
}

}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaMalloc(void** data, std::size_t bytes) {
  if (const auto error = enter("cudaMalloc", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaMalloc")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  *data = bytes == 0 ? nullptr : cuda_double::allocate_device(bytes);
  return bytes == 0 || *data != nullptr ? cudaSuccess : remember(cudaErrorMemoryAllocation);
}

/// Waits for the device, as the real one does.
cudaError_t CUDARTAPI cudaFree(void* data) {
  enter<cudaError_t>("cudaFree");
  if (data == nullptr) return cudaSuccess;
  if (!cuda_double::allowed_while_capturing("cudaFree")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  cuda_double::run_all_streams();
  if (cuda_double::release_device(data)) return cudaSuccess;
  cuda_double::complain("cudaFree: not the beginning of live device memory");
  return remember(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaHostAlloc(void** data, std::size_t bytes, unsigned) {
  if (const auto error = enter("cudaHostAlloc", {cudaErrorMemoryAllocation})) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaHostAlloc")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  *data = cuda_double::allocate_pinned(bytes);
  return *data != nullptr ? cudaSuccess : remember(cudaErrorMemoryAllocation);
}

cudaError_t CUDARTAPI cudaMallocHost(void** data, std::size_t bytes) {
  return cudaHostAlloc(data, bytes, cudaHostAllocDefault);
}

cudaError_t CUDARTAPI cudaFreeHost(void* data) {
  enter<cudaError_t>("cudaFreeHost");
  if (data == nullptr) return cudaSuccess;
  cuda_double::run_all_streams();
  if (cuda_double::release_pinned(data)) return cudaSuccess;
  cuda_double::complain("cudaFreeHost: not page-locked memory");
  return remember(cudaErrorInvalidValue);
}

cudaError_t CUDARTAPI cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  if (const auto error = enter("cudaMemGetInfo", {cudaErrorInitializationError})) {
    return remember(*error);
  }
  *total = cuda_double::device_capacity();
  *free = *total - cuda_double::device_bytes_used();
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemcpy(void* to, const void* from, std::size_t bytes,
                                 cudaMemcpyKind kind) {
  if (const auto error = enter("cudaMemcpy", {cudaErrorIllegalAddress})) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaMemcpy")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  if (!check_ends("cudaMemcpy", to, from, bytes, kind)) return remember(cudaErrorInvalidValue);
  run_blocking_streams();
  const cuda_double::AccessToDevice access;
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                      cudaMemcpyKind kind, cudaStream_t stream) {
  if (const auto error = enter("cudaMemcpyAsync", {cudaErrorIllegalAddress})) {
    return remember(*error);
  }
  if (!check_ends("cudaMemcpyAsync", to, from, bytes, kind)) {
    return remember(cudaErrorInvalidValue);
  }
  // Pageable memory is copied through a buffer of the driver's, and the host waits for the device.
  const bool waits = (!writes_device(kind) && !cuda_double::is_pinned(to)) ||
                     (!reads_device(kind) && !cuda_double::is_pinned(from));
  if (waits) {
    enter<cudaError_t>("cudaMemcpyAsync of pageable memory");
    if (!cuda_double::allowed_while_capturing("cudaMemcpyAsync of pageable memory")) {
      return remember(cudaErrorStreamCaptureUnsupported);
    }
  }
  const bool ok = cuda_double::submit(stream, "copy", [=] { std::memcpy(to, from, bytes); });
  // "The function will return only once the copy has completed" (API synchronization behavior).
  if (ok && waits) cuda_double::run_all(*stream);
  return ok ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

cudaError_t CUDARTAPI cudaMemset(void* data, int value, std::size_t bytes) {
  if (const auto error = enter("cudaMemset", {cudaErrorIllegalAddress})) {
    return remember(*error);
  }
  if (!cuda_double::allowed_while_capturing("cudaMemset")) {
    return remember(cudaErrorStreamCaptureUnsupported);
  }
  if (!cuda_double::check_device_range(data, bytes, 1, "cudaMemset")) {
    return remember(cudaErrorInvalidValue);
  }
  run_blocking_streams();
  const cuda_double::AccessToDevice access;
  std::memset(data, value, bytes);
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaMemsetAsync(void* data, int value, std::size_t bytes,
                                      cudaStream_t stream) {
  if (const auto error = enter("cudaMemsetAsync", {cudaErrorIllegalAddress})) {
    return remember(*error);
  }
  if (!cuda_double::check_device_range(data, bytes, 1, "cudaMemsetAsync")) {
    return remember(cudaErrorInvalidValue);
  }
  const bool ok = cuda_double::submit(stream, "memset", [=] { std::memset(data, value, bytes); });
  return ok ? cudaSuccess : remember(cudaErrorInvalidResourceHandle);
}

}  // extern "C"
