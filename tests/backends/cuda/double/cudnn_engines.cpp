#include "backends/cuda/double/cudnn_engines.hpp"

#include "backends/cuda/double/device.hpp"

#include <algorithm>
#include <array>

namespace cuda_double {
namespace {

bool mode_a_empty = false;

[[maybe_unused]] const bool registered = [] {
  register_kind(
      "changed heuristics", [] { return std::int64_t{0}; }, [] { mode_a_empty = false; });
  return true;
}();

/// Attributes of the three convolutions, in one order: x or dx, w or dw, y or dy.
struct ConvolutionAttributes {
  cudnnBackendDescriptorType_t type;
  cudnnBackendAttributeName_t convolution;
  std::array<cudnnBackendAttributeName_t, 3> tensors;
  std::size_t written;  ///< which of them
};

constexpr std::array convolutions{
    ConvolutionAttributes{
        CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
        CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
        {CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
         CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y},
        2},
    ConvolutionAttributes{
        CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
        CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
        {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
         CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY},
        0},
    ConvolutionAttributes{CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
                          CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                          {CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                           CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                           CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY},
                          1},
};

const ConvolutionAttributes* convolution_of(const Contents& operation) {
  const auto found =
      std::find_if(convolutions.begin(), convolutions.end(),
                   [&](const ConvolutionAttributes& one) { return one.type == operation.type; });
  return found == convolutions.end() ? nullptr : &*found;
}

std::vector<std::int64_t> dimensions(const Contents& tensor) {
  return tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_DIMENSIONS);
}

bool channels_innermost(const Contents& tensor) {
  return tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_STRIDES)[1] == 1;
}

/// y = floor((x + 2 pad - w) / stride) + 1 in each direction, and the channels agree.
std::string convolution_mismatch(const Contents& operation, const ConvolutionAttributes& which) {
  const Contents& convolution = operation.child(which.convolution);
  const auto x = dimensions(operation.child(which.tensors[0]));
  const auto w = dimensions(operation.child(which.tensors[1]));
  const auto y = dimensions(operation.child(which.tensors[2]));
  if (x.size() != 4 || w.size() != 4 || y.size() != 4) return "a tensor is not of 4 dimensions";
  if (x[0] != y[0] || x[1] != w[1] || w[0] != y[1]) return "batch or channels do not agree";
  const auto of = [&](cudnnBackendAttributeName_t name) {
    return convolution.all<std::int64_t>(name);
  };
  const auto before = of(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS);
  const auto after = of(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS);
  const auto stride = of(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES);
  const auto dilation = of(CUDNN_ATTR_CONVOLUTION_DILATIONS);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t window = dilation[i] * (w[i + 2] - 1) + 1;
    if (y[i + 2] != (x[i + 2] + before[i] + after[i] - window) / stride[i] + 1) {
      return "the output's size is not that of the convolution";
    }
  }
  return "";
}

std::string pointwise_mismatch(const Contents& operation) {
  const auto x = dimensions(operation.child(CUDNN_ATTR_OPERATION_POINTWISE_XDESC));
  const auto y = dimensions(operation.child(CUDNN_ATTR_OPERATION_POINTWISE_YDESC));
  if (x != y) return "x and y differ in shape";
  if (!operation.has(CUDNN_ATTR_OPERATION_POINTWISE_BDESC)) return "";
  const auto b = dimensions(operation.child(CUDNN_ATTR_OPERATION_POINTWISE_BDESC));
  if (b.size() != y.size()) return "b and y differ in rank";
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i] != y[i] && b[i] != 1) return "b is not of y's shape and cannot be repeated to it";
  }
  return "";
}

}  // namespace

std::vector<std::int64_t> ranking(cudnnBackendHeurMode_t mode) {
  if (mode == CUDNN_HEUR_MODE_FALLBACK) return {general};
  if (mode_a_empty) return {};
  return {refuses, hungry, nondeterministic, tensor_cores, general};
}

void set_mode_a_empty(bool empty) { mode_a_empty = empty; }

std::vector<cudnnBackendNumericalNote_t> numerical_notes(std::int64_t engine) {
  if (engine == tensor_cores) return {CUDNN_NUMERICAL_NOTE_TENSOR_CORE};
  if (engine == nondeterministic) return {CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC};
  return {};
}

std::vector<Contents> default_knobs(std::int64_t engine) {
  if (engine != tensor_cores) return {};
  Contents knob{.type = CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, .finalized = true};
  knob.set<int>(CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE, CUDNN_TYPE_KNOB_TYPE,
                {CUDNN_KNOB_TYPE_TILE_SIZE});
  knob.set<std::int64_t>(CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE, CUDNN_TYPE_INT64, {3});
  return {knob};
}

/// That of the tensor cores grows where tensors have to be brought into NHWC first.
std::int64_t workspace_bytes(std::int64_t engine, const Contents& graph) {
  if (engine == hungry) return std::int64_t{1} << 40;
  if (engine != tensor_cores) return 0;
  std::int64_t bytes = 512;
  for (const auto& operation : graph.attributes.at(CUDNN_ATTR_OPERATIONGRAPH_OPS).descriptors) {
    for (const Contents* tensor : tensors_of(*operation).reads) {
      if (!is_virtual(*tensor) && !channels_innermost(*tensor)) bytes += extent_bytes(*tensor);
    }
  }
  return bytes;
}

std::string unsupported(std::int64_t engine, const Contents& graph) {
  if (engine < 0 || engine >= engine_count) {
    return "engine " + std::to_string(engine) + " is not among those of this graph";
  }
  if (engine == refuses) return "engine 2 does not support this graph";
  const auto& operations = graph.attributes.at(CUDNN_ATTR_OPERATIONGRAPH_OPS).descriptors;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const bool convolution = convolution_of(*operations[i]) != nullptr;
    if (convolution != (i == 0)) return "a graph is one convolution and what follows it";
    const bool forward =
        operations[0]->type == CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR;
    if (!convolution && !forward) return "nothing can follow a backward convolution";
    for (const Contents* tensor : tensors_of(*operations[i]).reads) {
      const auto type = tensor->one<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE);
      if (element_bytes(type) == 0) return "a data type that is not supported";
      if (type == CUDNN_DATA_BFLOAT16 && device().major < 8) return "no bf16 before Ampere";
    }
  }
  return "";
}

std::int64_t element_bytes(cudnnDataType_t type) {
  switch (type) {
    case CUDNN_DATA_FLOAT:
      return 4;
    case CUDNN_DATA_HALF:
    case CUDNN_DATA_BFLOAT16:
      return 2;
    default:
      return 0;
  }
}

std::int64_t extent_bytes(const Contents& tensor) {
  const auto extents = dimensions(tensor);
  const auto strides = tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_STRIDES);
  std::int64_t last = 0;
  for (std::size_t i = 0; i < extents.size(); ++i) last += (extents[i] - 1) * strides[i];
  return (last + 1) * element_bytes(tensor.one<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE));
}

bool is_virtual(const Contents& tensor) {
  return tensor.has(CUDNN_ATTR_TENSOR_IS_VIRTUAL) &&
         tensor.one<char>(CUDNN_ATTR_TENSOR_IS_VIRTUAL) != 0;
}

std::int64_t unique_id(const Contents& tensor) {
  return tensor.one<std::int64_t>(CUDNN_ATTR_TENSOR_UNIQUE_ID);
}

OperationTensors tensors_of(const Contents& operation) {
  OperationTensors tensors;
  if (const ConvolutionAttributes* convolution = convolution_of(operation)) {
    for (std::size_t i = 0; i < convolution->tensors.size(); ++i) {
      const Contents& tensor = operation.child(convolution->tensors[i]);
      if (i == convolution->written) {
        tensors.writes = &tensor;
      } else {
        tensors.reads.push_back(&tensor);
      }
    }
    return tensors;
  }
  tensors.reads.push_back(&operation.child(CUDNN_ATTR_OPERATION_POINTWISE_XDESC));
  if (operation.has(CUDNN_ATTR_OPERATION_POINTWISE_BDESC)) {
    tensors.reads.push_back(&operation.child(CUDNN_ATTR_OPERATION_POINTWISE_BDESC));
  }
  tensors.writes = &operation.child(CUDNN_ATTR_OPERATION_POINTWISE_YDESC);
  return tensors;
}

std::string mismatch(const Contents& operation) {
  if (const ConvolutionAttributes* convolution = convolution_of(operation)) {
    return convolution_mismatch(operation, *convolution);
  }
  if (operation.type == CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR) {
    return pointwise_mismatch(operation);
  }
  return "";
}

}  // namespace cuda_double
