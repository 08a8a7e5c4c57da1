#include "backends/cuda/double/device.hpp"
#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/streams.hpp"

#include <cstdio>

using cuda_double::device;
using cuda_double::enter;
using cuda_double::remember;

namespace cuda_double {

Device& device() {
  static Device device;
  return device;
}

}  // namespace cuda_double

namespace {

[[maybe_unused]] const bool registered = [] {
  cuda_double::register_kind(
      "changed device", [] { return std::int64_t{0}; }, [] { device() = {}; });
  return true;
}();

cudaError_t check_number(int number) {
  if (device().count == 0) return remember(cudaErrorInsufficientDriver);
  return number >= 0 && number < device().count ? cudaSuccess : remember(cudaErrorInvalidDevice);
}

}  // namespace

extern "C" {

cudaError_t CUDARTAPI cudaGetDeviceCount(int* count) {
  if (const auto error = enter("cudaGetDeviceCount", {cudaErrorNoDevice})) {
    return remember(*error);
  }
  *count = device().count == 0 ? -1 : device().count;  // as the real one leaves it
  return device().count == 0 ? remember(cudaErrorInsufficientDriver) : cudaSuccess;
}

cudaError_t CUDARTAPI cudaSetDevice(int number) {
  if (const auto error = enter("cudaSetDevice", {cudaErrorDevicesUnavailable})) {
    return remember(*error);
  }
  return check_number(number);
}

cudaError_t CUDARTAPI cudaGetDevice(int* number) {
  enter<cudaError_t>("cudaGetDevice");
  *number = 0;
  return check_number(0);
}

cudaError_t CUDARTAPI cudaDriverGetVersion(int* version) {
  enter<cudaError_t>("cudaDriverGetVersion");
  const int newest = device().driver_version == 0 ? CUDART_VERSION : device().driver_version;
  *version = device().count == 0 ? 0 : newest;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaRuntimeGetVersion(int* version) {
  enter<cudaError_t>("cudaRuntimeGetVersion");
  *version = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
  if (const auto error = enter("cudaGetDeviceProperties", {cudaErrorInitializationError})) {
    return remember(*error);
  }
  if (const cudaError_t error = check_number(number); error != cudaSuccess) return error;
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "%s", device().name.c_str());
  properties->totalGlobalMem = cuda_double::device_capacity();
  properties->major = device().major;
  properties->minor = device().minor;
  properties->multiProcessorCount = device().multiprocessors;
  properties->warpSize = 32;
  properties->maxThreadsPerBlock = 1024;
  properties->maxThreadsPerMultiProcessor = 2048;
  properties->sharedMemPerBlock = 48 << 10;
  properties->l2CacheSize = 4 << 20;
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
  if (const auto error = enter("cudaDeviceGetAttribute", {cudaErrorInitializationError})) {
    return remember(*error);
  }
  if (const cudaError_t error = check_number(number); error != cudaSuccess) return error;
  switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
      *value = device().major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = device().minor;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = device().multiprocessors;
      break;
    case cudaDevAttrWarpSize:
      *value = 32;
      break;
    case cudaDevAttrMaxThreadsPerBlock:
      *value = 1024;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = 2048;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = 48 << 10;
      break;
    case cudaDevAttrL2CacheSize:
      *value = 4 << 20;
      break;
    case cudaDevAttrClockRate:
      *value = 1'500'000;
      break;  // kHz
    case cudaDevAttrMemoryClockRate:
      *value = 2'000'000;
      break;  // kHz
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = 1024;
      break;  // bits
    default:
      cuda_double::complain("cudaDeviceGetAttribute: the double does not know attribute " +
                            std::to_string(attribute));
      return remember(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char* text, int length, int number) {
  if (const auto error = enter("cudaDeviceGetPCIBusId", {cudaErrorInitializationError})) {
    return remember(*error);
  }
  std::snprintf(text, static_cast<std::size_t>(length), "%s", device().bus_id.c_str());
  return check_number(number);
}

const char* CUDARTAPI cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorInvalidValue:
      return "cudaErrorInvalidValue";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInitializationError:
      return "cudaErrorInitializationError";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorInsufficientDriver:
      return "cudaErrorInsufficientDriver";
    case cudaErrorDevicesUnavailable:
      return "cudaErrorDevicesUnavailable";
    case cudaErrorNoDevice:
      return "cudaErrorNoDevice";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorInvalidResourceHandle:
      return "cudaErrorInvalidResourceHandle";
    case cudaErrorIllegalState:
      return "cudaErrorIllegalState";
    case cudaErrorNotReady:
      return "cudaErrorNotReady";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
    case cudaErrorLaunchFailure:
      return "cudaErrorLaunchFailure";
    case cudaErrorStreamCaptureUnsupported:
      return "cudaErrorStreamCaptureUnsupported";
    case cudaErrorStreamCaptureInvalidated:
      return "cudaErrorStreamCaptureInvalidated";
    default:
      return "an error that the double has no name for";
  }
}

/// The real one's words begin so that a test can tell that they are passed on.
const char* CUDARTAPI cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return "out of memory";
    case cudaErrorInsufficientDriver:
      return "CUDA driver version is insufficient for CUDA runtime version";
    case cudaErrorNoDevice:
      return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice:
      return "invalid device ordinal";
    case cudaErrorIllegalAddress:
      return "an illegal memory access was encountered";
    case cudaErrorLaunchFailure:
      return "unspecified launch failure";
    default:
      return cudaGetErrorName(error);
  }
}

}  // extern "C"
