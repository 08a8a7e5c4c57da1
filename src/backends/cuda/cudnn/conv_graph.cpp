#include "backends/cuda/cudnn/conv_graph.hpp"

#include "backends/cuda/layouts.hpp"

#include <stdexcept>
#include <utility>

namespace resnet_bench::cuda {
namespace {

cudnnDataType_t cudnn_type(DataType type) {
  switch (type) {
    case DataType::f32:
      return CUDNN_DATA_FLOAT;
    case DataType::f16:
      return CUDNN_DATA_HALF;
    case DataType::bf16:
      return CUDNN_DATA_BFLOAT16;
    default:
      throw std::logic_error(std::string("no convolution of ") + to_string(type));
  }
}

/// Tensors are placed at multiples of 64 bytes; this is the most that cuDNN's kernels look for.
constexpr std::int64_t alignment = 16;

Descriptor tensor(std::int64_t id, cudnnDataType_t type, const Strides& s, bool is_virtual) {
  Descriptor tensor(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
  tensor.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, id)
      .set(CUDNN_ATTR_TENSOR_DATA_TYPE, type)
      .set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, alignment)
      .set(CUDNN_ATTR_TENSOR_DIMENSIONS,
           std::vector{s.extent[0], s.channels, s.extent[2], s.extent[3]})
      .set(CUDNN_ATTR_TENSOR_STRIDES,
           std::vector<std::int64_t>(std::begin(s.stride), std::end(s.stride)));
  if (is_virtual) tensor.set(CUDNN_ATTR_TENSOR_IS_VIRTUAL, true);
  tensor.finalize();
  return tensor;
}

Descriptor convolution(const ConvDesc& desc) {
  Descriptor convolution(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
  convolution.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, std::int64_t{2})
      .set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT)
      .set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE,
           std::vector{CUDNN_CROSS_CORRELATION})
      .set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, std::vector(2, desc.pad))
      .set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, std::vector(2, desc.pad))
      .set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, std::vector(2, desc.stride))
      .set(CUDNN_ATTR_CONVOLUTION_DILATIONS, std::vector<std::int64_t>(2, 1))
      .finalize();
  return convolution;
}

/// The names of one convolution operation's attributes.
struct OperationAttributes {
  cudnnBackendDescriptorType_t type;
  cudnnBackendAttributeName_t alpha, beta, conv, x, weight, y;
};

OperationAttributes attributes_of(Pass pass) {
  switch (pass) {
    case Pass::Fwd:
      return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
              CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y};
    case Pass::BwdData:
      return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY};
    case Pass::BwdWeights:
      return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
              CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY};
    default:
      throw std::logic_error("a convolution has no such pass");
  }
}

Descriptor conv_operation(const ConvProblem& problem, const Descriptor& x, const Descriptor& weight,
                          const Descriptor& y) {
  const OperationAttributes names = attributes_of(problem.pass);
  const Descriptor conv = convolution(problem.desc);
  Descriptor operation(names.type);
  operation.set(names.x, x)
      .set(names.weight, weight)
      .set(names.y, y)
      .set(names.conv, conv)
      .set(names.alpha, 1.0F)
      .set(names.beta, 0.0F)
      .finalize();
  return operation;
}

/// to = from + operand, or max(0, from) without one; computed in float.
Descriptor pointwise(const Descriptor& from, const Descriptor* operand, const Descriptor& to) {
  Descriptor kind(CUDNN_BACKEND_POINTWISE_DESCRIPTOR);
  kind.set(CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE,
           std::vector{operand != nullptr ? CUDNN_POINTWISE_ADD : CUDNN_POINTWISE_RELU_FWD})
      .set(CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_DATA_FLOAT)
      .finalize();
  Descriptor operation(CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
  operation.set(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, kind)
      .set(CUDNN_ATTR_OPERATION_POINTWISE_XDESC, from)
      .set(CUDNN_ATTR_OPERATION_POINTWISE_YDESC, to);
  if (operand != nullptr) operation.set(CUDNN_ATTR_OPERATION_POINTWISE_BDESC, *operand);
  operation.finalize();
  return operation;
}

}  // namespace

Descriptor device_description(const std::string& json) {
  Descriptor device(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR);
  device
      .set(CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR,
           std::vector<char>(json.begin(), json.end()))
      .finalize();
  return device;
}

std::string to_string(const ConvProblem& problem) {
  const ConvDesc& d = problem.desc;
  const auto text = [](std::int64_t number) { return std::to_string(number); };
  std::string name = "mb" + text(d.x.n()) + "_ic" + text(d.x.c()) + "ih" + text(d.x.h()) + "iw" +
                     text(d.x.w()) + "_oc" + text(d.out_channels) + "_k" + text(d.kernel) + "s" +
                     text(d.stride) + "p" + text(d.pad);
  if (d.bias) name += "_bias";
  if (d.add) name += "_add";
  if (d.relu) name += "_relu";
  name += std::string("_") + (problem.tf32 ? "tf32" : resnet_bench::to_string(problem.type));
  name += "_" + name_of(problem.x_layout);
  if (problem.y_layout != problem.x_layout) name += "_" + name_of(problem.y_layout);
  return name;
}

ConvGraph make_conv_graph(const CudnnTarget& target, const ConvProblem& problem) {
  const ConvDesc& desc = problem.desc;
  const cudnnDataType_t type = cudnn_type(problem.type);
  const Strides y_strides = strides_of(desc.y(), problem.y_layout);
  const auto id = [](ConvTensor tensor) { return static_cast<std::int64_t>(tensor); };
  const Descriptor x = tensor(id(ConvTensor::x), type, strides_of(desc.x, problem.x_layout), false);
  const Descriptor weight = tensor(id(ConvTensor::weight), type,
                                   strides_of(desc.weight(), problem.weight_layout()), false);
  const Descriptor y = tensor(id(ConvTensor::y), type, y_strides, false);

  std::vector<ConvTensor> bound{ConvTensor::x, ConvTensor::weight, ConvTensor::y};
  std::vector<Descriptor> operations;
  // What lies between the operations is in registers: virtual tensors of float.
  std::vector<Descriptor> between;
  between.reserve(3);
  const bool forward = problem.pass == Pass::Fwd;
  int left = forward ? int{desc.bias} + int{desc.add} + int{desc.relu} : 0;
  const auto next = [&]() -> const Descriptor& {
    if (left-- == 0) return y;
    constexpr std::int64_t first_virtual = 1000;
    return between.emplace_back(tensor(first_virtual + left, CUDNN_DATA_FLOAT, y_strides, true));
  };
  const Descriptor* last = &next();
  operations.push_back(conv_operation(problem, x, weight, *last));
  const auto put_behind = [&](const Descriptor* operand) {
    const Descriptor& to = next();
    operations.push_back(pointwise(*last, operand, to));
    last = &to;
  };
  // The shortcut before the bias, unlike ConvDesc's order: the pattern that has engines.
  if (forward && desc.add) {
    const Descriptor operand = tensor(id(ConvTensor::shortcut), type, y_strides, false);
    put_behind(&operand);
    bound.push_back(ConvTensor::shortcut);
  }
  if (forward && desc.bias) {
    const Strides bias = strides_of({1, desc.out_channels, 1, 1}, problem.y_layout);
    const Descriptor operand = tensor(id(ConvTensor::bias), type, bias, false);
    put_behind(&operand);
    bound.push_back(ConvTensor::bias);
  }
  if (forward && desc.relu) put_behind(nullptr);

  Descriptor graph(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
  std::vector<cudnnBackendDescriptor_t> raw;
  for (const Descriptor& operation : operations) raw.push_back(operation.get());
  graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR, raw);
  if (target.handle != nullptr) graph.set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, target.handle);
  graph.finalize();
  return {std::move(graph), std::move(bound)};
}

}  // namespace resnet_bench::cuda
