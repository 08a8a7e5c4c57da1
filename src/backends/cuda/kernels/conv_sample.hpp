#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/cudnn/conv_graph.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>

/// To check a convolution by its definition without bringing its tensors to the host.
namespace resnet_bench::cuda {

/// Uniform values in [-1, 1) from (seed, place).
void fill_uniform(cudaStream_t stream, DataType type, std::int64_t count, std::uint32_t seed,
                  void* values);

struct ConvSamples {
  ConvProblem problem;
  const void *x, *weight, *y, *bias, *shortcut;  ///< as ConvPointers
  const std::int64_t* places;                    ///< count x 4: logical indices of output elements
  std::int64_t count;
  double* expected_and_got;  ///< count x 2
};

/// The output's elements at `places`, summed in double by the definition, beside what is there.
void conv_samples(cudaStream_t stream, const ConvSamples& arguments);

}  // namespace resnet_bench::cuda
