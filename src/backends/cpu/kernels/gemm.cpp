#include "backends/cpu/kernels/gemm.hpp"

#include <cblas.h>

namespace resnet_bench::cpu {
namespace {

CBLAS_TRANSPOSE to_cblas(Transpose transpose) {
  return transpose == Transpose::yes ? CblasTrans : CblasNoTrans;
}

}  // namespace

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView a, MatrixView b,
          bool accumulate, float* c, std::int64_t c_stride) {
  cblas_sgemm(CblasRowMajor, to_cblas(a.transpose), to_cblas(b.transpose), static_cast<blasint>(m),
              static_cast<blasint>(n), static_cast<blasint>(k), 1.0F, a.data,
              static_cast<blasint>(a.stride), b.data, static_cast<blasint>(b.stride),
              accumulate ? 1.0F : 0.0F, c, static_cast<blasint>(c_stride));
}

}  // namespace resnet_bench::cpu
