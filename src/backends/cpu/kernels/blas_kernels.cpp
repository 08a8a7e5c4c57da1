#include "backends/cpu/kernels/blas_kernels.hpp"

#include <cblas.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sstream>

// OpenBLAS chooses its kernels when it is loaded, before main, and has no function to choose again
// in its header; these two, of its driver/others/dynamic.c, are there in every library built with
// DYNAMIC_ARCH. Weak: absent ones are null.
extern "C" {
__attribute__((weak)) void gotoblas_dynamic_quit();
__attribute__((weak)) void gotoblas_dynamic_init();
}

namespace resnet_bench::cpu {
namespace {

/// OpenBLAS's names of kernels without AVX2, among them what an unknown processor gets.
bool lacks_avx2(const std::string& core) {
  constexpr std::array names{"Prescott",     "Core2",       "Penryn",  "Dunnington",
                             "Atom",         "Nano",        "Athlon",  "Opteron",
                             "Opteron_SSE3", "Barcelona",   "Bobcat",  "Bulldozer",
                             "Piledriver",   "Steamroller", "Nehalem", "Sandybridge"};
  return std::find(names.begin(), names.end(), core) != names.end();
}

/// The kernels for the instructions that this processor has; null: those for SSE are right.
const char* kernels_for_this_processor() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  if (avx512) return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return nullptr;
}

void choose_kernels_again() {
  constexpr const char* variable = "OPENBLAS_CORETYPE";
  const char* kernels = kernels_for_this_processor();
  if (kernels == nullptr || std::getenv(variable) != nullptr ||
      !lacks_avx2(openblas_get_corename()) || gotoblas_dynamic_init == nullptr ||
      gotoblas_dynamic_quit == nullptr) {
    return;
  }
  setenv(variable, kernels, 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(variable);
}

}  // namespace

void prepare_blas() {
  choose_kernels_again();
  openblas_set_num_threads(1);
}

std::string blas_version() {
  // "OpenBLAS 0.3.21 DYNAMIC_ARCH NO_AFFINITY SkylakeX MAX_THREADS=64"
  std::istringstream config(openblas_get_config());
  std::string name, version;
  config >> name >> version;
  const char* threads[] = {"sequential", "pthreads", "OpenMP"};
  const int flavour = openblas_get_parallel();
  return version + " " + openblas_get_corename() +
         (flavour >= 0 && flavour < 3 ? std::string(" ") + threads[flavour] : "");
}

}  // namespace resnet_bench::cpu
