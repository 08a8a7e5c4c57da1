#pragma once

#include "resnet_bench/backend.hpp"

#include "backends/cuda/device.hpp"

#include <functional>
#include <memory>

namespace resnet_bench::cuda {

/// A CUDA graph of what `work` puts on the device's stream.
std::unique_ptr<Recording> record_graph(Device& device, const std::function<void()>& work);

}  // namespace resnet_bench::cuda
