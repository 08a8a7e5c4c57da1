#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

/// Memory of the device that there is not. The host may not look into it: it is mapped without
/// access but while queued work runs (AccessToDevice), and a page without access follows each
/// piece, so that reading from the host, overruns and use after free end the process with a
/// message. Addresses are not given out twice. Fresh memory is all ones: a NaN.
namespace cuda_double {

constexpr std::size_t device_alignment = 256;  // what cudaMalloc promises

/// Bytes that the device has; tests may set it. Default 256 MiB.
void set_device_capacity(std::size_t bytes);
std::size_t device_capacity();
std::size_t device_bytes_used();

/// Null where it does not fit.
void* allocate_device(std::size_t bytes);
bool release_device(void* data);

/// Page-locked host memory.
void* allocate_pinned(std::size_t bytes);
bool release_pinned(void* data);

bool is_device(const void* data);
bool is_pinned(const void* data);

/// Whether all of it lies in one live piece of device memory, from a multiple of `alignment`;
/// complains, in the name of `what`, where not.
bool check_device_range(const void* data, std::size_t bytes, std::size_t alignment,
                        const std::string& what);

/// While one lives, device memory can be read and written.
class AccessToDevice {
 public:
  AccessToDevice();
  ~AccessToDevice();
  AccessToDevice(const AccessToDevice&) = delete;
  AccessToDevice& operator=(const AccessToDevice&) = delete;
};

}  // namespace cuda_double
