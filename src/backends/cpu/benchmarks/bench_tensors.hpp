#pragma once

#include "resnet_bench/backend.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace resnet_bench::cpu::benchmarks {

/// A tensor with memory of its own, filled with small values that are not all alike.
class BenchTensor {
 public:
  BenchTensor(Backend& backend, const Shape& shape, LayoutId layout, DataType type = DataType::f32);

  const Tensor& tensor() const { return tensor_; }

 private:
  std::unique_ptr<Memory> memory_;
  Tensor tensor_;
};

/// Threads of every benchmark: RESNET_BENCH_THREADS, or the physical cores that we may use.
int benchmark_threads();

}  // namespace resnet_bench::cpu::benchmarks
