#pragma once

#include "resnet_bench/tensor.hpp"

#include "backends/cuda/device.hpp"

#include <cstdint>
#include <cublasLt.h>

namespace resnet_bench::cuda {

/// result (rows x columns) = a (rows x inner) * b (inner x columns), all row-major and dense, each
/// operand transposed in memory or not.
struct MatmulDesc {
  std::int64_t rows = 1, columns = 1, inner = 1;
  bool a_transposed = false;  ///< memory holds inner x rows
  bool b_transposed = false;  ///< memory holds columns x inner
  bool bias = false;          ///< of a column, added to each row
  DataType operands = DataType::f32;
  DataType result = DataType::f32;
  bool tf32 = false;  ///< in fp32: whether operands may be rounded to TF32
};

/// A product by cuBLASLt, its algorithm settled when it is made by cuBLASLt's heuristics.
class Matmul {
 public:
  /// Throws RunError where cuBLASLt has no algorithm.
  Matmul(const Device& device, const MatmulDesc& desc);

  /// With room to align it.
  std::int64_t workspace_bytes() const;
  void run(const void* a, const void* b, const void* bias, void* result, void* workspace);

 private:
  using Operation = Handle<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy>;
  using Layout = Handle<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;

  const Device& device_;
  Operation operation_;
  Layout a_, b_, result_;
  bool bias_;
  cublasLtMatmulAlgo_t algorithm_{};
  std::size_t algorithm_workspace_ = 0;
};

}  // namespace resnet_bench::cuda
