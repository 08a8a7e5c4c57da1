#include "backends/cpu/kernels/flush_denormals.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <cstdint>
#endif

namespace resnet_bench::cpu {

void flush_denormals() {
#if defined(__x86_64__)
  constexpr unsigned flush_results = 0x8000;   // MXCSR bit 15, FTZ (Intel SDM vol. 1, 10.2.3)
  constexpr unsigned flush_operands = 0x0040;  // MXCSR bit 6, DAZ
  _mm_setcsr(_mm_getcsr() | flush_results | flush_operands);
#elif defined(__aarch64__)
  constexpr std::uint64_t flush = std::uint64_t{1} << 24;  // FPCR.FZ: operands and results
  std::uint64_t control = 0;
  asm volatile("mrs %0, fpcr" : "=r"(control));
  asm volatile("msr fpcr, %0" : : "r"(control | flush));
#endif
}

}  // namespace resnet_bench::cpu
