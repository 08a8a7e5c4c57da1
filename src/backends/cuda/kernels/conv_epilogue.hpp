#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/channels.hpp"

#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// y = y + bias + shortcut, then max(0, y) with relu; bias and shortcut may be null. For
/// convolutions whose epilogue cuDNN does not take over. shortcut is not y's memory.
void conv_epilogue(cudaStream_t stream, const Channels& shape, DataType type, const void* bias,
                   const void* shortcut, bool relu, void* y);

}  // namespace resnet_bench::cuda
