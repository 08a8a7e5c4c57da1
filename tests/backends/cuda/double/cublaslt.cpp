#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/half_numbers.hpp"
#include "backends/cuda/double/streams.hpp"

#include <algorithm>
#include <cstring>
#include <cublasLt.h>

using cuda_double::complain;
using cuda_double::enter;
using cuda_double::Registry;

/// cuBLASLt, as far as a product of two matrices with a bias behind it goes. Handles and
/// descriptors are opaque pointers; what they stand for is kept here.
namespace {

struct Handle {};

struct Product {
  cublasComputeType_t compute{};
  bool transpose_a = false;
  bool transpose_b = false;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  cudaDataType bias_type = CUDA_R_32F;
  const void* bias = nullptr;
};

struct Layout {
  cudaDataType type{};
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t stride = 0;  ///< elements from one column to the next
};

struct Preference {
  std::size_t workspace = 0;
  std::uint32_t alignment = 256;  ///< the least promised of a matrix; the library's default
};

Registry<Handle>& handles() { return Registry<Handle>::of("cuBLASLt handle"); }
Registry<Product>& products() { return Registry<Product>::of("cuBLASLt product"); }
Registry<Layout>& layouts() { return Registry<Layout>::of("cuBLASLt layout"); }
Registry<Preference>& preferences() { return Registry<Preference>::of("cuBLASLt preference"); }

/// Bytes that the algorithm found first works in.
constexpr std::size_t wanted_workspace = 1024;
/// Marks an algorithm as one of ours.
constexpr std::uint64_t algorithm_mark = 0x6c745f646f75626c;

std::size_t element_bytes(cudaDataType type) {
  switch (type) {
    case CUDA_R_32F:
      return 4;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    default:
      return 0;
  }
}

std::size_t bytes_of(const Layout& layout) {
  return static_cast<std::size_t>((layout.columns - 1) * layout.stride + layout.rows) *
         element_bytes(layout.type);
}

float read_one(const void* data, cudaDataType type, std::int64_t place) {
  switch (type) {
    case CUDA_R_16F:
      return __half2float(static_cast<const __half*>(data)[place]);
    case CUDA_R_16BF:
      return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[place]);
    default:
      return static_cast<const float*>(data)[place];
  }
}

void write_one(void* data, cudaDataType type, std::int64_t place, float value) {
  switch (type) {
    case CUDA_R_16F:
      static_cast<__half*>(data)[place] = __float2half_rn(value);
      break;
    case CUDA_R_16BF:
      static_cast<__nv_bfloat16*>(data)[place] = __float2bfloat16_rn(value);
      break;
    default:
      static_cast<float*>(data)[place] = value;
  }
}

template <class T>
bool take(T& target, const void* data, std::size_t bytes, const char* call) {
  if (data != nullptr && bytes == sizeof(T)) {
    std::memcpy(&target, data, bytes);
    return true;
  }
  complain(std::string(call) + ": an attribute of another size");
  return false;
}

/// One product, with all that it was asked for, when its turn comes.
struct Work {
  Product product;
  Layout a, b, c, d;
  const void *a_data, *b_data, *c_data;
  void* d_data;
  float alpha, beta;

  bool fits() const {
    const std::int64_t inner = product.transpose_a ? a.rows : a.columns;
    return (product.transpose_a ? a.columns : a.rows) == d.rows &&
           (product.transpose_b ? b.columns : b.rows) == inner &&
           (product.transpose_b ? b.rows : b.columns) == d.columns && c.rows == d.rows &&
           c.columns == d.columns;
  }

  float input(const void* data, const Layout& layout, bool transposed, std::int64_t row,
              std::int64_t column) const {
    const std::int64_t place =
        transposed ? row * layout.stride + column : column * layout.stride + row;
    const float value = read_one(data, layout.type, place);
    return product.compute == CUBLAS_COMPUTE_32F_FAST_TF32 ? cuda_double::to_tf32(value) : value;
  }

  void run() const {
    const std::int64_t inner = product.transpose_a ? a.rows : a.columns;
    for (std::int64_t column = 0; column < d.columns; ++column) {
      for (std::int64_t row = 0; row < d.rows; ++row) {
        double sum = 0;
        for (std::int64_t i = 0; i < inner; ++i) {
          sum += static_cast<double>(input(a_data, a, product.transpose_a, row, i)) *
                 static_cast<double>(input(b_data, b, product.transpose_b, i, column));
        }
        sum *= alpha;
        if (beta != 0) {
          sum += static_cast<double>(beta * read_one(c_data, c.type, column * c.stride + row));
        }
        if (product.epilogue == CUBLASLT_EPILOGUE_BIAS) {
          sum += static_cast<double>(read_one(product.bias, product.bias_type, row));
        }
        write_one(d_data, d.type, column * d.stride + row, static_cast<float>(sum));
      }
    }
  }
};

}  // namespace

extern "C" {

std::size_t CUBLASWINAPI cublasLtGetVersion() { return 130000; }

const char* CUBLASWINAPI cublasLtGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    default:
      return "CUBLAS_STATUS of another kind";
  }
}

const char* CUBLASWINAPI cublasLtGetStatusString(cublasStatus_t status) {
  return cublasLtGetStatusName(status);
}

cublasStatus_t CUBLASWINAPI cublasLtCreate(cublasLtHandle_t* handle) {
  if (const auto error = enter("cublasLtCreate", {CUBLAS_STATUS_NOT_INITIALIZED})) return *error;
  *handle = reinterpret_cast<cublasLtHandle_t>(handles().make());
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t CUBLASWINAPI cublasLtDestroy(cublasLtHandle_t handle) {
  enter<cublasStatus_t>("cublasLtDestroy");
  return handles().destroy(handle, "cublasLtDestroy") ? CUBLAS_STATUS_SUCCESS
                                                      : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product,
                                                     cublasComputeType_t compute,
                                                     cudaDataType_t scale) {
  if (const auto error = enter("cublasLtMatmulDescCreate", {CUBLAS_STATUS_ALLOC_FAILED})) {
    return *error;
  }
  if (scale != CUDA_R_32F) complain("cublasLtMatmulDescCreate: alpha and beta are not floats");
  Product* const made = products().make();
  made->compute = compute;
  *product = reinterpret_cast<cublasLtMatmulDesc_t>(made);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  enter<cublasStatus_t>("cublasLtMatmulDescDestroy");
  return products().destroy(product, "cublasLtMatmulDescDestroy") ? CUBLAS_STATUS_SUCCESS
                                                                  : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                                           cublasLtMatmulDescAttributes_t attribute,
                                                           const void* data, std::size_t bytes) {
  constexpr const char* call = "cublasLtMatmulDescSetAttribute";
  enter<cublasStatus_t>(call);
  Product* const found = products().find(product, call);
  if (found == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  bool taken = false;
  cublasOperation_t operation = CUBLAS_OP_N;
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_TRANSA:
      taken = take(operation, data, bytes, call);
      found->transpose_a = operation == CUBLAS_OP_T;
      break;
    case CUBLASLT_MATMUL_DESC_TRANSB:
      taken = take(operation, data, bytes, call);
      found->transpose_b = operation == CUBLAS_OP_T;
      break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      taken = take(found->epilogue, data, bytes, call);
      break;
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      taken = take(found->bias_type, data, bytes, call);
      break;
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      taken = take(found->bias, data, bytes, call);
      break;
    default:
      complain(std::string(call) + ": the double does not know it");
  }
  if (found->epilogue != CUBLASLT_EPILOGUE_DEFAULT && found->epilogue != CUBLASLT_EPILOGUE_BIAS) {
    complain(std::string(call) + ": the double does not know the epilogue");
  }
  return taken ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout,
                                                       cudaDataType type, std::uint64_t rows,
                                                       std::uint64_t columns, std::int64_t stride) {
  if (const auto error = enter("cublasLtMatrixLayoutCreate", {CUBLAS_STATUS_ALLOC_FAILED})) {
    return *error;
  }
  if (element_bytes(type) == 0 || rows == 0 || columns == 0 ||
      stride < static_cast<std::int64_t>(rows)) {
    complain("cublasLtMatrixLayoutCreate: a type or size that no matrix has");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  Layout* const made = layouts().make();
  *made = {type, static_cast<std::int64_t>(rows), static_cast<std::int64_t>(columns), stride};
  *layout = reinterpret_cast<cublasLtMatrixLayout_t>(made);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t CUBLASWINAPI cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  enter<cublasStatus_t>("cublasLtMatrixLayoutDestroy");
  return layouts().destroy(layout, "cublasLtMatrixLayoutDestroy") ? CUBLAS_STATUS_SUCCESS
                                                                  : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  if (const auto error = enter("cublasLtMatmulPreferenceCreate", {CUBLAS_STATUS_ALLOC_FAILED})) {
    return *error;
  }
  *preference = reinterpret_cast<cublasLtMatmulPreference_t>(preferences().make());
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  enter<cublasStatus_t>("cublasLtMatmulPreferenceDestroy");
  return preferences().destroy(preference, "cublasLtMatmulPreferenceDestroy")
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t preference, cublasLtMatmulPreferenceAttributes_t attribute,
    const void* data, std::size_t bytes) {
  constexpr const char* call = "cublasLtMatmulPreferenceSetAttribute";
  enter<cublasStatus_t>(call);
  Preference* const found = preferences().find(preference, call);
  if (found == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  std::uint32_t alignment = 0;
  switch (attribute) {
    case CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES:
      return take(found->workspace, data, bytes, call) ? CUBLAS_STATUS_SUCCESS
                                                       : CUBLAS_STATUS_INVALID_VALUE;
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES:
    case CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES:
      if (!take(alignment, data, bytes, call)) return CUBLAS_STATUS_INVALID_VALUE;
      found->alignment = std::min(found->alignment, alignment);
      return CUBLAS_STATUS_SUCCESS;
    default:
      complain(std::string(call) + ": the double does not know it");
      return CUBLAS_STATUS_INVALID_VALUE;
  }
}

/// One algorithm with workspace where that is allowed, and one without.
cublasStatus_t CUBLASWINAPI cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
    cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t preference, int requested, cublasLtMatmulHeuristicResult_t results[],
    int* count) {
  constexpr const char* call = "cublasLtMatmulAlgoGetHeuristic";
  if (const auto error = enter(call, {CUBLAS_STATUS_NOT_SUPPORTED})) return *error;
  const Preference* const wish = preferences().find(preference, call);
  if (handles().find(handle, call) == nullptr || products().find(product, call) == nullptr ||
      wish == nullptr || requested < 1) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  for (const cublasLtMatrixLayout_t layout : {a, b, c, d}) {
    if (layouts().find(layout, call) == nullptr) return CUBLAS_STATUS_INVALID_VALUE;
  }
  *count = 0;
  for (const std::size_t workspace : {wanted_workspace, std::size_t{0}}) {
    if (workspace > wish->workspace || *count == requested) continue;
    cublasLtMatmulHeuristicResult_t& result = results[(*count)++];
    result = {};
    result.algo.data[0] = algorithm_mark;
    result.algo.data[1] = workspace;
    result.algo.data[2] = wish->alignment;
    result.workspaceSize = workspace;
    result.state = CUBLAS_STATUS_SUCCESS;
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t CUBLASWINAPI cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                           const void* alpha, const void* a_data,
                                           cublasLtMatrixLayout_t a, const void* b_data,
                                           cublasLtMatrixLayout_t b, const void* beta,
                                           const void* c_data, cublasLtMatrixLayout_t c,
                                           void* d_data, cublasLtMatrixLayout_t d,
                                           const cublasLtMatmulAlgo_t* algorithm, void* workspace,
                                           std::size_t workspace_bytes, cudaStream_t stream) {
  constexpr const char* call = "cublasLtMatmul";
  if (const auto error =
          enter(call, {CUBLAS_STATUS_EXECUTION_FAILED, CUBLAS_STATUS_INTERNAL_ERROR})) {
    return *error;
  }
  const Product* const which = products().find(product, call);
  const Layout* const la = layouts().find(a, call);
  const Layout* const lb = layouts().find(b, call);
  const Layout* const lc = layouts().find(c, call);
  const Layout* const ld = layouts().find(d, call);
  if (handles().find(handle, call) == nullptr || which == nullptr || la == nullptr ||
      lb == nullptr || lc == nullptr || ld == nullptr) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Work work{*which,
                  *la,
                  *lb,
                  *lc,
                  *ld,
                  a_data,
                  b_data,
                  c_data,
                  d_data,
                  *static_cast<const float*>(alpha),
                  *static_cast<const float*>(beta)};
  // Without an algorithm the library asks its heuristics in each call.
  if (algorithm == nullptr || algorithm->data[0] != algorithm_mark) {
    complain(std::string(call) + ": without an algorithm of the heuristics");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto there = [&](const void* data, const Layout& layout, const char* name) {
    return cuda_double::check_device_range(data, bytes_of(layout), algorithm->data[2],
                                           std::string(call) + ", " + name);
  };
  if (!work.fits()) {
    complain(std::string(call) + ": the sizes do not go together");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (!there(a_data, *la, "A") || !there(b_data, *lb, "B") || !there(d_data, *ld, "D")) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (which->epilogue == CUBLASLT_EPILOGUE_BIAS &&
      !there(which->bias, {which->bias_type, ld->rows, 1, ld->rows}, "bias")) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const std::size_t needed = algorithm->data[1];
  if (needed > workspace_bytes) {
    complain(std::string(call) + ": the workspace is too small");
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (needed > 0 &&
      !cuda_double::check_device_range(workspace, needed, 256, std::string(call) + ", workspace")) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const bool ok = cuda_double::submit(stream, "product", [=] {
    if (needed > 0) std::memset(workspace, 0xff, needed);
    work.run();
  });
  return ok ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // extern "C"
