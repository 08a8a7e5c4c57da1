#pragma once

#include "resnet_bench/sensor.hpp"

#include <memory>
#include <string>

namespace resnet_bench::cuda {

/// Of one GPU, by NVIDIA's management library, which comes with the driver and is loaded here:
/// docs/columns.md has the sensors. What the GPU or this user's rights do not tell is among
/// missing(), with NVML's words. `bus_id` as cudaDeviceGetPCIBusId gives it, "0000:01:00.0".
std::unique_ptr<SensorSource> nvml_source(const std::string& device, const std::string& bus_id,
                                          const std::string& library = "libnvidia-ml.so.1");

}  // namespace resnet_bench::cuda
