#pragma once

#include "resnet_bench/shape.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench {

/// f16 is IEEE 754's binary16, bf16 the upper half of an f32.
enum class DataType : std::uint8_t { u8, i32, bf16, f16, f32, f64 };

std::int64_t byte_size(DataType type);
const char* to_string(DataType type);

/// How a backend keeps a tensor in memory. Only that backend knows what the number means; all
/// share `plain`: the logical shape, row-major (NCHW, OIHW), dense.
enum class LayoutId : std::uint16_t { plain = 0 };

/// Names a tensor of the network from assembly to the end of the run.
enum class TensorId : std::uint32_t {};

/// The id of what a leaf does not have: an absent tensor.
constexpr TensorId no_tensor{0};

constexpr std::size_t index_of(TensorId id) { return static_cast<std::size_t>(id); }

/// A tensor in memory of a device: what ops get. Does not own the memory. A default-made one is
/// absent, which is how an op's optional arguments are left out.
struct Tensor {
  void* data = nullptr;
  Shape shape;
  DataType type = DataType::f32;
  LayoutId layout = LayoutId::plain;

  explicit operator bool() const { return data != nullptr; }

  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

/// Who writes a tensor, and how long it lives.
enum class TensorRole : std::uint8_t {
  input,               ///< the batch; one copy per distinct batch
  labels,              ///< class numbers, i32
  activation,          ///< made by a forward step
  saved,               ///< made by a forward step for a backward step alone
  gradient,            ///< of an activation
  parameter,           ///< trained; lives as long as the network
  working_weight,      ///< a parameter as convolutions read it; lives as long as the network
  parameter_gradient,  ///< made in backward, read by the update
  momentum,            ///< of a parameter; lives as long as the network
  statistic,           ///< running mean or variance; lives as long as the network
  result,              ///< logits, loss: read after the iteration, so kept to its end
  scratch,             ///< of one step
};

const char* to_string(TensorRole role);

/// What is known of a tensor before it has memory.
struct TensorInfo {
  std::string name;  ///< path of the layer and what it is there: "resnet50/stem/conv/weight"
  Shape shape;
  DataType type = DataType::f32;
  LayoutId layout = LayoutId::plain;
  TensorRole role = TensorRole::activation;
  std::int64_t bytes = 0;  ///< as the backend keeps it
  /// Another tensor whose memory this one is: the branches of a fork read one tensor.
  TensorId alias_of = no_tensor;

  /// Lives from before the first iteration to the end of the run.
  bool persistent() const {
    return role == TensorRole::input || role == TensorRole::labels ||
           role == TensorRole::parameter || role == TensorRole::working_weight ||
           role == TensorRole::momentum || role == TensorRole::statistic ||
           role == TensorRole::result;
  }
};

}  // namespace resnet_bench
