#include "backends/cuda/double/cudnn_math.hpp"

#include "backends/cuda/double/cudnn_engines.hpp"
#include "backends/cuda/double/half_numbers.hpp"
#include "backends/reference/ops.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace cuda_double {
namespace {

using resnet_bench::DataType;
using resnet_bench::LayoutId;
using resnet_bench::Shape;
using resnet_bench::Tensor;

/// Row-major, of 4 dimensions.
struct Values {
  std::array<std::int64_t, 4> extents{};
  std::vector<double> data;

  Tensor tensor() {
    return {data.data(), Shape{extents[0], extents[1], extents[2], extents[3]}, DataType::f64,
            LayoutId::plain};
  }
};

Values empty_values(const Contents& tensor) {
  Values values;
  const auto extents = tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_DIMENSIONS);
  std::copy(extents.begin(), extents.end(), values.extents.begin());
  values.data.resize(static_cast<std::size_t>(extents[0] * extents[1] * extents[2] * extents[3]));
  return values;
}

/// Calls visit(place in the tensor's memory, place in row-major order), both in elements.
template <class Visit>
void for_each_place(const Contents& tensor, Visit visit) {
  const auto extents = tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_DIMENSIONS);
  const auto strides = tensor.all<std::int64_t>(CUDNN_ATTR_TENSOR_STRIDES);
  std::size_t place = 0;
  for (std::int64_t n = 0; n < extents[0]; ++n)
    for (std::int64_t c = 0; c < extents[1]; ++c)
      for (std::int64_t h = 0; h < extents[2]; ++h)
        for (std::int64_t w = 0; w < extents[3]; ++w) {
          visit(n * strides[0] + c * strides[1] + h * strides[2] + w * strides[3], place++);
        }
}

double read_one(const void* data, cudnnDataType_t type, std::int64_t place) {
  switch (type) {
    case CUDNN_DATA_HALF:
      return __half2float(static_cast<const __half*>(data)[place]);
    case CUDNN_DATA_BFLOAT16:
      return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[place]);
    default:
      return static_cast<const float*>(data)[place];
  }
}

void write_one(void* data, cudnnDataType_t type, std::int64_t place, double value) {
  switch (type) {
    case CUDNN_DATA_HALF:
      static_cast<__half*>(data)[place] = __float2half_rn(static_cast<float>(value));
      break;
    case CUDNN_DATA_BFLOAT16:
      static_cast<__nv_bfloat16*>(data)[place] = __float2bfloat16_rn(static_cast<float>(value));
      break;
    default:
      static_cast<float*>(data)[place] = static_cast<float>(value);
  }
}

/// The tensors of a graph while it is computed.
class Tensors {
 public:
  explicit Tensors(const Pointers& pointers) : pointers_(pointers) {}

  Values read(const Contents& tensor) const {
    if (is_virtual(tensor)) return virtual_.at(unique_id(tensor));
    Values values = empty_values(tensor);
    const auto type = tensor.one<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE);
    const void* const data = pointers_.at(unique_id(tensor));
    for_each_place(tensor, [&](std::int64_t place, std::size_t plain) {
      values.data[plain] = read_one(data, type, place);
    });
    return values;
  }

  void write(const Contents& tensor, const Values& values) {
    if (is_virtual(tensor)) {
      virtual_[unique_id(tensor)] = values;
      return;
    }
    const auto type = tensor.one<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE);
    void* const data = pointers_.at(unique_id(tensor));
    for_each_place(tensor, [&](std::int64_t place, std::size_t plain) {
      write_one(data, type, place, values.data[plain]);
    });
  }

 private:
  const Pointers& pointers_;
  std::map<std::int64_t, Values> virtual_;
};

/// Square kernels, the same in both directions: all that the networks have.
resnet_bench::ConvDesc describe(const Contents& convolution, const Values& x, const Values& w) {
  return {.x = {x.extents[0], x.extents[1], x.extents[2], x.extents[3]},
          .out_channels = w.extents[0],
          .kernel = w.extents[2],
          .stride = convolution.all<std::int64_t>(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES)[0],
          .pad = convolution.all<std::int64_t>(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS)[0]};
}

void round_inputs(Values& values) {
  for (double& value : values.data) value = to_tf32(static_cast<float>(value));
}

void convolve(const Contents& operation, std::int64_t engine, Tensors& tensors) {
  const OperationTensors used = tensors_of(operation);
  Values first = tensors.read(*used.reads[0]);
  Values second = tensors.read(*used.reads[1]);
  Values result = empty_values(*used.writes);
  if (engine == tensor_cores) {
    round_inputs(first);
    round_inputs(second);
  }
  const auto op = [&](cudnnBackendAttributeName_t name, const Values& x, const Values& w) {
    return resnet_bench::reference::make_conv(describe(operation.child(name), x, w), DataType::f64,
                                              LayoutId::plain);
  };
  switch (operation.type) {
    case CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR:
      op(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC, first, second)
          ->forward({.x = first.tensor(), .weight = second.tensor(), .y = result.tensor()});
      break;
    case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR:
      op(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC, result, first)
          ->backward_data({.dy = second.tensor(), .weight = first.tensor(), .dx = result.tensor()});
      break;
    default:
      op(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC, first, result)
          ->backward_weights(
              {.x = first.tensor(), .dy = second.tensor(), .dweight = result.tensor()});
  }
  for (double& value : result.data) value = static_cast<float>(value);
  tensors.write(*used.writes, result);
}

double scale(const Contents& operation, cudnnBackendAttributeName_t name) {
  return operation.has(name) ? operation.one<float>(name) : 1.0F;
}

void pointwise(const Contents& operation, Tensors& tensors) {
  const OperationTensors used = tensors_of(operation);
  Values result = tensors.read(*used.reads[0]);
  const double x_scale = scale(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA1);
  const auto mode = operation.child(CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR)
                        .one<cudnnPointwiseMode_t>(CUDNN_ATTR_POINTWISE_MODE);
  if (mode == CUDNN_POINTWISE_RELU_FWD) {
    for (double& value : result.data) value = x_scale * value < 0 ? 0 : x_scale * value;
  } else if (mode == CUDNN_POINTWISE_ADD && used.reads.size() == 2) {
    const Values b = tensors.read(*used.reads[1]);
    const double b_scale = scale(operation, CUDNN_ATTR_OPERATION_POINTWISE_ALPHA2);
    std::size_t place = 0;
    const auto repeated = [&](int axis, std::int64_t i) {
      return b.extents[static_cast<std::size_t>(axis)] == 1 ? 0 : i;
    };
    for (std::int64_t n = 0; n < result.extents[0]; ++n)
      for (std::int64_t c = 0; c < result.extents[1]; ++c)
        for (std::int64_t h = 0; h < result.extents[2]; ++h)
          for (std::int64_t w = 0; w < result.extents[3]; ++w, ++place) {
            const std::int64_t other =
                ((repeated(0, n) * b.extents[1] + repeated(1, c)) * b.extents[2] + repeated(2, h)) *
                    b.extents[3] +
                repeated(3, w);
            result.data[place] =
                x_scale * result.data[place] + b_scale * b.data[static_cast<std::size_t>(other)];
          }
  } else {
    complain("a pointwise operation that the double does not know: " + std::to_string(mode));
  }
  tensors.write(*used.writes, result);
}

}  // namespace

void compute(const Contents& graph, std::int64_t engine, const Pointers& pointers) {
  Tensors tensors(pointers);
  for (const auto& operation : graph.attributes.at(CUDNN_ATTR_OPERATIONGRAPH_OPS).descriptors) {
    if (operation->type == CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR) {
      pointwise(*operation, tensors);
    } else {
      convolve(*operation, engine, tensors);
    }
  }
}

}  // namespace cuda_double
