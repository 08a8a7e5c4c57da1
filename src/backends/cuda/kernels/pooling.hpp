#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

namespace resnet_bench::cuda {

/// Extents of a max pooling, NHWC or NCHW.
struct PoolShape {
  DataType type;
  bool channels_last;
  std::int64_t images, channels;
  std::int64_t height, width;          ///< of x
  std::int64_t out_height, out_width;  ///< of y
  std::int64_t kernel, stride, pad;
};

/// argmax may be null.
void max_pool_forward(cudaStream_t stream, const PoolShape& shape, const void* x, void* y,
                      std::uint8_t* argmax);
/// Gathers, so that every element of dx is written once and in one order.
void max_pool_backward(cudaStream_t stream, const PoolShape& shape, const std::uint8_t* argmax,
                       const void* dy, void* dx);

/// The mean over `pixels`; y is (images, channels).
void average_pool_forward(cudaStream_t stream, DataType type, bool channels_last,
                          std::int64_t images, std::int64_t channels, std::int64_t pixels,
                          const void* x, void* y);
void average_pool_backward(cudaStream_t stream, DataType type, bool channels_last,
                           std::int64_t images, std::int64_t channels, std::int64_t pixels,
                           const void* dy, void* dx);

}  // namespace resnet_bench::cuda
