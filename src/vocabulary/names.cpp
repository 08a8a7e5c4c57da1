#include "resnet_bench/pass.hpp"
#include "resnet_bench/precision.hpp"
#include "resnet_bench/records.hpp"
#include "resnet_bench/tensor.hpp"

namespace resnet_bench {

const char* to_string(Pass pass) {
  switch (pass) {
    case Pass::Fwd:
      return "Fwd";
    case Pass::Bwd:
      return "Bwd";
    case Pass::BwdData:
      return "BwdData";
    case Pass::BwdWeights:
      return "BwdWeights";
    case Pass::Update:
      return "Update";
  }
  return "?";
}

std::int64_t byte_size(DataType type) {
  switch (type) {
    case DataType::u8:
      return 1;
    case DataType::bf16:
    case DataType::f16:
      return 2;
    case DataType::i32:
    case DataType::f32:
      return 4;
    case DataType::f64:
      return 8;
  }
  return 0;
}

const char* to_string(DataType type) {
  switch (type) {
    case DataType::u8:
      return "u8";
    case DataType::i32:
      return "i32";
    case DataType::bf16:
      return "bf16";
    case DataType::f16:
      return "f16";
    case DataType::f32:
      return "f32";
    case DataType::f64:
      return "f64";
  }
  return "?";
}

const char* to_string(TensorRole role) {
  switch (role) {
    case TensorRole::input:
      return "input";
    case TensorRole::labels:
      return "labels";
    case TensorRole::activation:
      return "activation";
    case TensorRole::saved:
      return "saved";
    case TensorRole::gradient:
      return "gradient";
    case TensorRole::parameter:
      return "parameter";
    case TensorRole::working_weight:
      return "working weight";
    case TensorRole::parameter_gradient:
      return "parameter gradient";
    case TensorRole::momentum:
      return "momentum";
    case TensorRole::statistic:
      return "statistic";
    case TensorRole::result:
      return "result";
    case TensorRole::scratch:
      return "scratch";
  }
  return "?";
}

const char* to_string(Precision precision) {
  switch (precision) {
    case Precision::fp32:
      return "fp32";
    case Precision::fp64:
      return "fp64";
    case Precision::tf32:
      return "tf32";
    case Precision::fp16:
      return "fp16";
    case Precision::bf16:
      return "bf16";
  }
  return "?";
}

const char* to_string(RunEnd end) {
  switch (end) {
    case RunEnd::unfinished:
      return "unfinished";
    case RunEnd::done:
      return "done";
    case RunEnd::interrupted:
      return "interrupted";
    case RunEnd::failed:
      return "failed";
  }
  return "?";
}

const char* to_string(IterationKind kind) {
  switch (kind) {
    case IterationKind::warmup:
      return "warmup";
    case IterationKind::settle:
      return "settle";
    case IterationKind::plain:
      return "plain";
    case IterationKind::layered:
      return "layered";
    case IterationKind::dosed:
      return "dosed";
  }
  return "?";
}

}  // namespace resnet_bench
