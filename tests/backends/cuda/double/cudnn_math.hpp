#pragma once

#include "backends/cuda/double/cudnn_descriptors.hpp"

#include <cstdint>
#include <map>

namespace cuda_double {

/// Device memory by the unique ids of a graph's tensors.
using Pointers = std::map<std::int64_t, void*>;

/// Computes an operation graph in double by the reference backend's loops, rounding where the
/// engine and the tensors' types do: what goes into tensor cores to TF32, what a convolution gives
/// to fp32, what is stored to the tensor's type.
void compute(const Contents& graph, std::int64_t engine, const Pointers& pointers);

}  // namespace cuda_double
