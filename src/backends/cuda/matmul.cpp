#include "backends/cuda/matmul.hpp"

#include "resnet_bench/error.hpp"

#include <stdexcept>
#include <string>

namespace resnet_bench::cuda {
namespace {

constexpr std::size_t workspace_budget = std::size_t{32} << 20;

/// Of operands, as the arena places them; cuBLASLt supposes 256 unless told.
constexpr std::uint32_t arena_alignment = 64;

/// Of the workspace, by cublasLtMatmul's reference.
constexpr std::uintptr_t workspace_alignment = 256;

cudaDataType_t cuda_type(DataType type) {
  switch (type) {
    case DataType::f32:
      return CUDA_R_32F;
    case DataType::f16:
      return CUDA_R_16F;
    case DataType::bf16:
      return CUDA_R_16BF;
    default:
      throw std::logic_error(std::string("no product of ") + to_string(type));
  }
}

template <class T>
void set(cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t name, const T& value) {
  check(cublasLtMatmulDescSetAttribute(operation, name, &value, sizeof value),
        "cublasLtMatmulDescSetAttribute");
}

template <class T>
void set(cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t name,
         const T& value) {
  check(cublasLtMatmulPreferenceSetAttribute(preference, name, &value, sizeof value),
        "cublasLtMatmulPreferenceSetAttribute");
}

/// A row-major matrix is a column-major one of its transpose.
void describe(cublasLtMatrixLayout_t* layout, DataType type, std::int64_t rows,
              std::int64_t columns, bool transposed) {
  const std::int64_t stored_columns = transposed ? rows : columns;
  const std::int64_t stored_rows = transposed ? columns : rows;
  check(cublasLtMatrixLayoutCreate(layout, cuda_type(type),
                                   static_cast<std::uint64_t>(stored_columns),
                                   static_cast<std::uint64_t>(stored_rows), stored_columns),
        "cublasLtMatrixLayoutCreate");
}

}  // namespace

/// Column-major, the result's transpose is b's transpose times a's: cuBLASLt's A is our b.
Matmul::Matmul(const Device& device, const MatmulDesc& desc) : device_(device), bias_(desc.bias) {
  check(cublasLtMatmulDescCreate(operation_.out(),
                                 desc.tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                                 CUDA_R_32F),
        "cublasLtMatmulDescCreate");
  set(operation_.get(), CUBLASLT_MATMUL_DESC_TRANSA, desc.b_transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  set(operation_.get(), CUBLASLT_MATMUL_DESC_TRANSB, desc.a_transposed ? CUBLAS_OP_T : CUBLAS_OP_N);
  if (desc.bias) {
    set(operation_.get(), CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    set(operation_.get(), CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, cuda_type(desc.result));
  }
  describe(a_.out(), desc.operands, desc.rows, desc.inner, desc.a_transposed);
  describe(b_.out(), desc.operands, desc.inner, desc.columns, desc.b_transposed);
  describe(result_.out(), desc.result, desc.rows, desc.columns, false);

  Handle<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy> preference;
  check(cublasLtMatmulPreferenceCreate(preference.out()), "cublasLtMatmulPreferenceCreate");
  set(preference.get(), CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_budget);
  for (const auto name :
       {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES}) {
    set(preference.get(), name, arena_alignment);
  }
  cublasLtMatmulHeuristicResult_t found{};
  int count = 0;
  check(cublasLtMatmulAlgoGetHeuristic(device.blas(), operation_.get(), b_.get(), a_.get(),
                                       result_.get(), result_.get(), preference.get(), 1, &found,
                                       &count),
        "cublasLtMatmulAlgoGetHeuristic");
  if (count == 0) throw RunError("cublasLtMatmulAlgoGetHeuristic: no algorithm");
  algorithm_ = found.algo;
  algorithm_workspace_ = found.workspaceSize;
}

std::int64_t Matmul::workspace_bytes() const {
  if (algorithm_workspace_ == 0) return 0;
  return static_cast<std::int64_t>(algorithm_workspace_ + workspace_alignment - arena_alignment);
}

void Matmul::run(const void* a, const void* b, const void* bias, void* result, void* workspace) {
  const float one = 1;
  const float zero = 0;
  const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(workspace) % workspace_alignment;
  void* const aligned =
      static_cast<std::byte*>(workspace) + (beyond == 0 ? 0 : workspace_alignment - beyond);
  if (bias_) set(operation_.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
  check(cublasLtMatmul(device_.blas(), operation_.get(), &one, b, b_.get(), a, a_.get(), &zero,
                       result, result_.get(), result, result_.get(), &algorithm_, aligned,
                       algorithm_workspace_, device_.stream()),
        "cublasLtMatmul");
}

}  // namespace resnet_bench::cuda
