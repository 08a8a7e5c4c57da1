#include "backends/cpu/benchmarks/bench_tensors.hpp"
#include "backends/cpu/cpu_backend.hpp"

#include <benchmark/benchmark.h>

namespace resnet_bench::cpu::benchmarks {
namespace {

struct NamedBatchNorm {
  const char* name;
  std::int64_t channels, extent;
  bool add;
};

constexpr NamedBatchNorm batch_norms[] = {
    {"64x112x112", 64, 112, false},   {"64x56x56", 64, 56, false},
    {"256x56x56 add", 256, 56, true}, {"512x28x28 add", 512, 28, true},
    {"256x14x14", 256, 14, false},    {"2048x7x7 add", 2048, 7, true},
};

/// The tensors of one BatchNorm with ReLU, and its calls.
class BatchNormWork {
 public:
  BatchNormWork(Backend& backend, const BatchNormDesc& desc)
      : desc_(desc),
        op_(backend.make_batch_norm(desc)),
        x_(backend, desc.x, op_->activation_layout()),
        y_(backend, desc.x, op_->activation_layout()),
        shortcut_(backend, desc.x, op_->activation_layout()),
        dx_(backend, desc.x, op_->activation_layout()),
        parameters_(backend, {8 * desc.x.c()}, LayoutId::plain),
        scratch_(backend, {std::max(op_->scratch_bytes(Pass::Fwd), op_->scratch_bytes(Pass::Bwd))},
                 LayoutId::plain, DataType::u8) {}

  void forward() {
    op_->forward_training({.x = x_.tensor(),
                           .gamma = vector(0),
                           .beta = vector(1),
                           .shortcut = desc_.add ? shortcut_.tensor() : Tensor{},
                           .running_mean = vector(2),
                           .running_variance = vector(3),
                           .saved_mean = vector(4),
                           .saved_inv_std = vector(5),
                           .y = y_.tensor(),
                           .scratch = scratch_.tensor()});
  }

  /// dshortcut takes dy's memory, as in the planned network.
  void backward() {
    op_->backward({.x = x_.tensor(),
                   .y = y_.tensor(),
                   .dy = shortcut_.tensor(),
                   .gamma = vector(0),
                   .saved_mean = vector(4),
                   .saved_inv_std = vector(5),
                   .dx = dx_.tensor(),
                   .dshortcut = desc_.add ? shortcut_.tensor() : Tensor{},
                   .dgamma = vector(6),
                   .dbeta = vector(7),
                   .scratch = scratch_.tensor()});
  }

 private:
  Tensor vector(std::int64_t index) const {
    return {parameters_.tensor().as<float>() + index * desc_.x.c(), {desc_.x.c()}};
  }

  BatchNormDesc desc_;
  std::unique_ptr<BatchNormOp> op_;
  BenchTensor x_, y_, shortcut_, dx_, parameters_, scratch_;
};

/// bytes_per_second counts what two passes over memory move at least: forward reads x twice (and
/// the shortcut) and writes y; backward reads x, y, dy twice, or keeps dz in between, and writes
/// dx.
void run_batch_norm(benchmark::State& state, const NamedBatchNorm& named, Pass pass) {
  const auto backend = make_cpu_backend({.threads = benchmark_threads()});
  const BatchNormDesc desc{.x = {state.range(0), named.channels, named.extent, named.extent},
                           .add = named.add,
                           .relu = true};
  BatchNormWork work(*backend, desc);
  work.forward();
  for (auto _ : state) pass == Pass::Fwd ? work.forward() : work.backward();
  const std::int64_t least = pass == Pass::Fwd ? (named.add ? 16 : 12) : 28;
  state.SetBytesProcessed(state.iterations() * desc.x.elements() * least);
}

}  // namespace

void register_batch_norm_benchmarks() {
  for (const Pass pass : {Pass::Fwd, Pass::Bwd}) {
    for (const NamedBatchNorm& named : batch_norms) {
      const std::string name = std::string("batch_norm_relu/") + to_string(pass) + "/" + named.name;
      benchmark::RegisterBenchmark(
          name.c_str(), [&named, pass](benchmark::State& s) { run_batch_norm(s, named, pass); })
          ->Arg(32)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
}

}  // namespace resnet_bench::cpu::benchmarks
