#include "resnet_bench/precision.hpp"

namespace resnet_bench {

NumberTypes types_of(Precision precision) {
  switch (precision) {
    case Precision::fp64:
      return {DataType::f64, DataType::f64, DataType::f64};
    case Precision::fp16:
      return {DataType::f16, DataType::f16, DataType::f32};
    case Precision::bf16:
      return {DataType::bf16, DataType::bf16, DataType::f32};
    case Precision::fp32:
    case Precision::tf32:
      break;
  }
  return {DataType::f32, DataType::f32, DataType::f32};
}

double loss_scale_of(Precision precision) { return precision == Precision::fp16 ? 128 : 1; }

}  // namespace resnet_bench
