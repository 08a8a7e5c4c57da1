#pragma once

#include "resnet_bench/ops.hpp"
#include "resnet_bench/pass.hpp"

#include "backends/cuda/cudnn/descriptor.hpp"

#include <string>
#include <vector>

namespace resnet_bench::cuda {

/// Where plans are made for: a GPU by its handle or, without one, a device by its description
/// (CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION), for which heuristics and support checks work too.
struct CudnnTarget {
  cudnnHandle_t handle = nullptr;
  const Descriptor* device = nullptr;
};

/// A finalised description of a device.
Descriptor device_description(const std::string& json);

/// One pass of one convolution, as cuDNN is asked for it.
struct ConvProblem {
  Pass pass = Pass::Fwd;
  ConvDesc desc;
  DataType type = DataType::f32;  ///< of all tensors: no engine mixes them
  LayoutId x_layout = LayoutId::plain;
  LayoutId y_layout = LayoutId::plain;
  /// In fp32: whether inputs may be rounded to TF32 for tensor cores.
  bool tf32 = false;

  /// Weights lie as x does.
  LayoutId weight_layout() const { return x_layout; }
};

/// "mb32_ic64ih56iw56_oc64_k3s1p1_relu_f32_nhwc": the key of plans kept.
std::string to_string(const ConvProblem& problem);

/// The unique ids of a graph's tensors.
enum class ConvTensor : std::int64_t { x = 'x', weight = 'w', y = 'y', bias = 'b', shortcut = 'z' };

/// The operation graph: the convolution and, forward, what its epilogue adds, in the order of
/// ConvDesc. Gives the ids that a run must bind.
struct ConvGraph {
  Descriptor graph;
  std::vector<ConvTensor> tensors;
};

ConvGraph make_conv_graph(const CudnnTarget& target, const ConvProblem& problem);

}  // namespace resnet_bench::cuda
