#include "backends/cpu/cpu_backend.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host.hpp"

#include "backends/cpu/bind_threads.hpp"
#include "backends/cpu/huge_page_memory.hpp"
#include "backends/cpu/kernels/blas_kernels.hpp"
#include "backends/cpu/kernels/vector_target.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/measure_roof.hpp"
#include "backends/cpu/op_factories.hpp"
#include "backends/cpu/reorder.hpp"
#include "backends/cpu/thread_team.hpp"

#include <cstring>
#include <fstream>
#include <stdexcept>

namespace resnet_bench {
namespace cpu {
namespace {

/// "model name : Intel(R) Xeon(R) ..." of the first processor in /proc/cpuinfo.
std::string processor_model() {
  const std::string key = "model name";
  std::ifstream lines("/proc/cpuinfo");
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t begin = line.find_first_not_of(" \t", line.find(':') + 1);
    if (begin != std::string::npos) return line.substr(begin);
  }
  return "unknown processor";
}

class CpuBackend final : public Backend {
 public:
  explicit CpuBackend(const CpuBackendOptions& options)
      : team_(options.threads), conv_(options.conv) {
    prepare_blas();
  }

  DeviceDescription describe() const override {
    return {.kind = "cpu",
            .model = processor_model(),
            .threads = team_.size(),
            .libraries = {{"OpenBLAS", blas_version()},
                          {"Highway", vector_target()},
                          {"OpenMP", std::to_string(_OPENMP)}}};
  }

  DataType float_type() const override { return DataType::f32; }
  LayoutId input_layout() const override { return nhwc; }
  std::string layout_name(LayoutId layout) const override { return name_of(layout); }

  std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const override {
    strides_of(shape, layout);  // is the layout for such a shape?
    return checked_multiply(shape.elements(), byte_size(type));
  }

  std::int64_t available_memory() const override { return resnet_bench::available_memory(); }

  std::unique_ptr<Memory> allocate(std::int64_t bytes) override {
    return std::make_unique<HugePageMemory>(bytes);
  }

  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    // Only read from: reorder takes tensors, which say nothing of constness.
    reorder(team_, plain(const_cast<std::byte*>(host.data()), host.size(), tensor), tensor);
  }

  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    reorder(team_, tensor, plain(host.data(), host.size(), tensor));
  }

  bool bind_threads(const std::vector<int>& processors) override {
    return cpu::bind_threads(team_, processors);
  }
  bool interleave_memory() override { return cpu::interleave_memory(team_); }

  MachineRoof measure_roof() override { return cpu::measure_roof(team_); }

  std::unique_ptr<Marker> make_marker(std::int64_t capacity) override {
    return std::make_unique<ClockMarker>(capacity);
  }

  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    return cpu::make_conv(team_, desc, conv_);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return cpu::make_batch_norm(team_, desc);
  }
  std::unique_ptr<ReluOp> make_relu(const Shape& x) override { return cpu::make_relu(team_, x); }
  std::unique_ptr<AddOp> make_add(const Shape& x) override { return cpu::make_add(team_, x); }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return cpu::make_max_pool(team_, desc);
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) override {
    return cpu::make_global_avg_pool(team_, x);
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc& desc) override {
    return cpu::make_linear(team_, desc);
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(const Shape& logits) override {
    return cpu::make_softmax_cross_entropy(team_, logits);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc) override {
    return cpu::make_sgd(team_, desc);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape& shape, LayoutId from, LayoutId to) override {
    strides_of(shape, from);
    strides_of(shape, to);
    return cpu::make_reorder(team_, from);
  }

 private:
  static Tensor plain(std::byte* host, std::size_t bytes, const Tensor& like) {
    const std::int64_t wanted = like.shape.elements() * byte_size(like.type);
    if (static_cast<std::int64_t>(bytes) != wanted) {
      throw std::logic_error("cpu backend: " + std::to_string(bytes) +
                             " bytes on the host for a tensor of " + std::to_string(wanted));
    }
    return {host, like.shape, like.type, LayoutId::plain};
  }

  ThreadTeam team_;
  CpuConv conv_;
};

}  // namespace
}  // namespace cpu

std::unique_ptr<Backend> make_cpu_backend(const CpuBackendOptions& options) {
  if (options.threads < 1) {
    throw Refusal("--threads " + std::to_string(options.threads) + ": at least 1");
  }
  return std::make_unique<cpu::CpuBackend>(options);
}

}  // namespace resnet_bench
