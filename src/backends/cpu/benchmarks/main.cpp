// Kernels of the CPU backend at ResNet-50's shapes. kernel_benchmarks --benchmark_filter=conv/Fwd
#include <benchmark/benchmark.h>

namespace resnet_bench::cpu::benchmarks {

void register_conv_benchmarks();
void register_batch_norm_benchmarks();

}  // namespace resnet_bench::cpu::benchmarks

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  resnet_bench::cpu::benchmarks::register_conv_benchmarks();
  resnet_bench::cpu::benchmarks::register_batch_norm_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
}
