#include "backends/cpu/benchmarks/bench_tensors.hpp"

#include "resnet_bench/host.hpp"

#include <cstdlib>

namespace resnet_bench::cpu::benchmarks {

BenchTensor::BenchTensor(Backend& backend, const Shape& shape, LayoutId layout, DataType type)
    : memory_(backend.allocate(std::max<std::int64_t>(backend.bytes(shape, type, layout), 64))),
      tensor_{memory_->data(), shape, type, layout} {
  if (type != DataType::f32) return;
  for (std::int64_t i = 0; i < shape.elements(); ++i) {
    tensor_.as<float>()[i] = static_cast<float>(i * 7919 % 4093) / 2048.0F - 1.0F;
  }
}

int benchmark_threads() {
  if (const char* asked = std::getenv("RESNET_BENCH_THREADS")) return std::max(std::atoi(asked), 1);
  return usable_processors().cores;
}

}  // namespace resnet_bench::cpu::benchmarks
