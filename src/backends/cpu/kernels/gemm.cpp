#include "backends/cpu/kernels/gemm.hpp"

#include <cblas.h>

#include <sstream>

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

void use_one_blas_thread() { openblas_set_num_threads(1); }

std::string blas_version() {
  // "OpenBLAS 0.3.21 DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64"
  std::istringstream config(openblas_get_config());
  std::string name, version;
  config >> name >> version;
  return version + " " + openblas_get_corename();
}

}  // namespace resnet_bench::cpu
