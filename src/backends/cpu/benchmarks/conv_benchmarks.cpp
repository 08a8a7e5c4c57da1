#include "backends/cpu/benchmarks/bench_tensors.hpp"
#include "backends/cpu/benchmarks/resnet50_shapes.hpp"
#include "backends/cpu/cpu_backend.hpp"

#include <benchmark/benchmark.h>

namespace resnet_bench::cpu::benchmarks {
namespace {

void call(ConvOp& op, Pass pass, const Tensor& x, const Tensor& weight, const Tensor& y,
          const Tensor& scratch) {
  switch (pass) {
    case Pass::Fwd:
      return op.forward({.x = x, .weight = weight, .y = y, .scratch = scratch});
    case Pass::BwdData:
      return op.backward_data({.dy = y, .weight = weight, .dx = x, .scratch = scratch});
    default:
      return op.backward_weights({.x = x, .dy = y, .dweight = weight, .scratch = scratch});
  }
}

void run_conv(benchmark::State& state, const NamedConv& conv, Pass pass,
              const std::string& algorithm) {
  const auto backend = make_cpu_backend({.threads = benchmark_threads(), .conv = algorithm});
  const ConvDesc desc = conv.desc(state.range(0));
  const auto op = backend->make_conv(desc);
  const BenchTensor x(*backend, desc.x, op->input_layout());
  const BenchTensor weight(*backend, desc.weight(), op->weight_layout(pass));
  const BenchTensor y(*backend, desc.y(), op->activation_layout());
  const BenchTensor scratch(*backend, {op->scratch_bytes(pass)}, LayoutId::plain, DataType::u8);
  for (auto _ : state) call(*op, pass, x.tensor(), weight.tensor(), y.tensor(), scratch.tensor());

  const double flops =
      2.0 * static_cast<double>(desc.y().elements() * desc.x.c() * desc.kernel * desc.kernel);
  state.counters["GFLOP/s"] = benchmark::Counter(
      flops * 1e-9, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
  state.counters["times"] = conv.times;
  state.counters["scratch_MiB"] = static_cast<double>(op->scratch_bytes(pass)) / (1 << 20);
}

void register_conv(const NamedConv& conv, Pass pass, const std::string& algorithm) {
  const std::string name = "conv/" + algorithm + "/" + to_string(pass) + "/" + conv.name;
  benchmark::RegisterBenchmark(
      name.c_str(),
      [&conv, pass, algorithm](benchmark::State& s) { run_conv(s, conv, pass, algorithm); })
      ->Arg(32)
      ->Arg(1)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

}  // namespace

void register_conv_benchmarks() {
  for (const auto& [algorithm, available, description] : cpu_conv_algorithms()) {
    if (!available) continue;
    const bool winograd = algorithm.find("winograd") != std::string::npos;
    for (const Pass pass : {Pass::Fwd, Pass::BwdData, Pass::BwdWeights}) {
      if (algorithm == "openblas-winograd" && pass == Pass::BwdWeights) continue;
      for (const NamedConv& conv : resnet50_convs) {
        const bool of_the_input = conv.in_channels == 3;  // whose gradient nobody wants
        if (of_the_input && pass == Pass::BwdData) continue;
        if (winograd && (conv.kernel != 3 || conv.stride != 1)) continue;
        register_conv(conv, pass, algorithm);
      }
    }
  }
}

}  // namespace resnet_bench::cpu::benchmarks
