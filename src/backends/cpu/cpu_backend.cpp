#include "backends/cpu/cpu_backend.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host.hpp"

#include "backends/cpu/bind_threads.hpp"
#include "backends/cpu/conv_chooser.hpp"
#include "backends/cpu/conv_library.hpp"
#include "backends/cpu/huge_page_memory.hpp"
#include "backends/cpu/kernels/blas_kernels.hpp"
#include "backends/cpu/kernels/vector_target.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/measure_roof.hpp"
#include "backends/cpu/op_factories.hpp"
#include "backends/cpu/reorder.hpp"
#include "backends/cpu/thread_team.hpp"

#include <algorithm>
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
      : team_(options.threads),
        precision_(options.precision),
        library_(make_onednn(team_, types())),
        layout_(choose_layout(options)),
        chooser_(team_, library_.get(), types(), options.conv, options.measure) {
    prepare_blas();
  }

  DeviceDescription describe() const override {
    DeviceDescription description{.kind = "cpu",
                                  .model = processor_model(),
                                  .threads = team_.size(),
                                  .libraries = {{"OpenBLAS", blas_version()},
                                                {"Highway", vector_target()},
                                                {"OpenMP", std::to_string(_OPENMP)}}};
    if (library_ != nullptr) description.libraries[library_->name()] = library_->version();
    return description;
  }

  Precision precision() const override { return precision_; }
  LayoutId input_layout() const override { return layout_ == nhwc ? nhwc : LayoutId::plain; }
  LayoutId activation_layout() const override { return layout_; }
  std::string layout_name(LayoutId layout) const override {
    return is_of_library(layout) ? library_->layout_name(layout) : name_of(layout);
  }

  std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const override {
    if (is_of_library(layout)) return library_->bytes(layout);
    strides_of(shape, layout);  // is the layout for such a shape?
    return checked_multiply(shape.elements(), byte_size(type));
  }

  std::int64_t available_memory() const override { return resnet_bench::available_memory(); }

  std::unique_ptr<Memory> allocate(std::int64_t bytes) override {
    return std::make_unique<HugePageMemory>(bytes);
  }

  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    // Only read from: tensors say nothing of constness.
    copy(plain(const_cast<std::byte*>(host.data()), host.size(), tensor), tensor);
  }

  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    copy(tensor, plain(host.data(), host.size(), tensor));
  }

  bool gives_back(LayoutId layout) const override {
    return !is_of_library(layout) || library_->gives_back(layout);
  }
  int host_threads() const override { return team_.size(); }
  void split_on_host(std::int64_t count,
                     const std::function<void(std::int64_t, std::int64_t)>& work) const override {
    team_.split(count, work);
  }

  bool bind_threads(const std::vector<int>& processors) override {
    return cpu::bind_threads(team_, processors);
  }
  bool interleave_memory() override { return cpu::interleave_memory(team_); }

  MachineRoof measure_roof() override { return cpu::measure_roof(team_); }

  std::optional<std::int64_t> last_level_cache() const override {
    return last_level_cache_bytes(allowed_processors());
  }
  std::string flush_caches(std::span<const MemoryPart> parts) override {
    flusher_.flush(parts);
    return to_string(flusher_.way());
  }

  std::unique_ptr<Marker> make_marker(std::int64_t capacity) override {
    return std::make_unique<ClockMarker>(capacity);
  }

  void recall(ConvMeasurements known) override { chooser_.recall(std::move(known)); }
  const ConvMeasurements& conv_measurements() const override { return chooser_.measurements(); }
  std::int64_t measuring_ns() const override { return chooser_.measuring_ns(); }

  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    const auto [x, y] = conv_layouts(desc);
    return cpu::make_conv(chooser_, desc, x, y);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return cpu::make_batch_norm(team_, desc, activation(), layout_for(desc.x.c()));
  }
  std::unique_ptr<ReluOp> make_relu(const Shape& x) override {
    return cpu::make_relu(team_, x, activation(), layout_for(x.c()));
  }
  std::unique_ptr<AddOp> make_add(const Shape& x) override {
    return cpu::make_add(team_, x, activation(), layout_for(x.c()));
  }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return cpu::make_max_pool(team_, desc, activation(), layout_for(desc.x.c()));
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) override {
    return cpu::make_global_avg_pool(team_, x, activation(), layout_for(x.c()));
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc& desc) override {
    return cpu::make_linear(team_, desc, activation());
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc& desc) override {
    return cpu::make_softmax_cross_entropy(team_, desc);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc,
                                  std::span<const SgdParameter> parameters) override {
    return cpu::make_sgd(team_, library_.get(), desc, parameters);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape& shape, LayoutId from, LayoutId to) override {
    for (const LayoutId layout : {from, to}) bytes(shape, activation(), layout);
    return cpu::make_reorder(team_, library_.get(), shape, activation(), from, to);
  }

 private:
  DataType activation() const { return types().activation; }

  static Tensor plain(std::byte* host, std::size_t bytes, const Tensor& like) {
    const std::int64_t wanted = like.shape.elements() * byte_size(like.type);
    if (static_cast<std::int64_t>(bytes) != wanted) {
      throw std::logic_error("cpu backend: " + std::to_string(bytes) +
                             " bytes on the host for a tensor of " + std::to_string(wanted));
    }
    return {host, like.shape, like.type, LayoutId::plain};
  }

  static bool is_of_library(LayoutId layout) { return layout >= first_of_library; }

  void copy(const Tensor& from, const Tensor& to) {
    if (is_of_library(from.layout) || is_of_library(to.layout)) {
      library_->make_copy(from, to)->run(from, to);
    } else {
      reorder(team_, from, to);
    }
  }

  /// Blocked is what oneDNN's kernels want; OpenBLAS's want NHWC.
  LayoutId choose_layout(const CpuBackendOptions& options) const {
    const LayoutId blocked = library_ == nullptr ? nhwc : library_->preferred_layout();
    const bool openblas = options.conv.rfind("openblas", 0) == 0;
    if (options.layout == "nhwc" || (options.layout == "auto" && openblas)) return nhwc;
    if (options.layout == "auto") return blocked;
    if (options.layout != "blocked") {
      throw Refusal("--layout " + options.layout +
                    ": the cpu backend allows auto, nhwc and blocked");
    }
    if (blocked == nhwc) {
      throw Refusal(
          "--layout blocked needs oneDNN on a processor where it computes so; "
          "auto and nhwc are allowed");
    }
    if (openblas) {
      throw Refusal("--conv " + options.conv +
                    " computes in nhwc alone; --layout allows auto, nhwc");
    }
    return blocked;
  }

  /// Activations whose channels do not fill blocks stay in NHWC.
  LayoutId layout_for(std::int64_t channels) const {
    return channels % block_of(layout_) == 0 ? layout_ : nhwc;
  }

  /// Of x and y. To blocks, oneDNN reads blocks or the few channels of an image plane by plane.
  std::pair<LayoutId, LayoutId> conv_layouts(const ConvDesc& desc) const {
    constexpr std::int64_t image_channels = 3;
    const LayoutId y = layout_for(desc.out_channels);
    if (y != nhwc && layout_for(desc.x.c()) == y) return {y, y};
    if (y != nhwc && desc.x.c() <= image_channels) return {LayoutId::plain, y};
    return {nhwc, nhwc};
  }

  ThreadTeam team_;
  Precision precision_;
  std::unique_ptr<ConvLibrary> library_;
  LayoutId layout_;
  ConvChooser chooser_;
  CacheFlusher flusher_;
};

}  // namespace
}  // namespace cpu

std::vector<CpuConvAlgorithm> cpu_conv_algorithms() {
  const cpu::ThreadTeam team(1);
  const NumberTypes bf16 = types_of(Precision::bf16);
  const auto library = cpu::make_onednn(team, types_of(Precision::fp32));
  const auto bf16_library = cpu::make_onednn(team, bf16);
  std::vector<std::string> here = cpu::conv_algorithms(library.get(), types_of(Precision::fp32));
  const bool has_bf16 = bf16_library != nullptr && bf16_library->why_not_bf16().empty();
  if (has_bf16) {
    for (std::string& name : cpu::conv_algorithms(bf16_library.get(), bf16)) {
      here.push_back(std::move(name));
    }
  }
  const std::string onednn = library == nullptr
                                 ? "this build has no oneDNN (libdnnl-dev; RESNET_BENCH_ONEDNN=ON)"
                                 : "oneDNN " + library->version();
  const std::string winograd = ", F(4x4, 3x3) for 3x3 of stride 1";
  const std::string widened = ", bf16 widened to f32 a few images at a time";
  std::vector<CpuConvAlgorithm> algorithms{
      {.name = "openblas", .description = "products of the im2col matrix, nhwc"},
      {.name = "openblas-winograd",
       .description = "F(4x4, 3x3) for 3x3 of stride 1, nhwc; not for BwdWeights"},
      {.name = "onednn-direct", .description = onednn},
      {.name = "onednn-winograd", .description = onednn + winograd},
      {.name = "highway-winograd",
       .description = "F(4x4, 3x3) for 3x3 of stride 1, blocked layouts"},
      {.name = "onednn-direct-f32", .description = onednn + widened},
      {.name = "onednn-winograd-f32", .description = onednn + widened + winograd},
  };
  for (CpuConvAlgorithm& algorithm : algorithms) {
    algorithm.available = std::find(here.begin(), here.end(), algorithm.name) != here.end();
    if (algorithm.available) continue;
    const bool only_bf16 = algorithm.name.ends_with("-f32");
    if (library == nullptr) {
      algorithm.description = onednn;
    } else if (only_bf16 && !has_bf16) {
      algorithm.description = onednn + " has no bf16 here: it needs AVX512-BF16 or AMX";
    } else if (algorithm.name == "highway-winograd") {
      algorithm.description =
          "wants blocked layouts, which " + onednn + " does not compute in here";
    } else {
      algorithm.description =
          onednn + " has none here: it needs AVX-512, and oneDNN 3.2 left it out";
    }
  }
  return algorithms;
}

namespace {

void check_precision(const CpuBackendOptions& options) {
  const std::string asked = std::string("--precision ") + to_string(options.precision);
  if (options.precision == Precision::fp32) return;
  if (options.precision != Precision::bf16) {
    throw Refusal(asked + ": the cpu backend allows fp32 and bf16; --device reference has others");
  }
  const cpu::ThreadTeam team(1);
  const auto library = cpu::make_onednn(team, types_of(Precision::bf16));
  if (library == nullptr) {
    throw Refusal(asked + " on the cpu needs oneDNN, which this build has not; it allows fp32");
  }
  if (const std::string why = library->why_not_bf16(); !why.empty()) {
    throw Refusal(asked + " needs AVX512-BF16 or AMX, and " + library->name() + " " + why +
                  " here; allowed: fp32");
  }
}

}  // namespace

std::unique_ptr<Backend> make_cpu_backend(const CpuBackendOptions& options) {
  if (options.threads < 1) {
    throw Refusal("--threads " + std::to_string(options.threads) + ": at least 1");
  }
  check_precision(options);
  return std::make_unique<cpu::CpuBackend>(options);
}

}  // namespace resnet_bench
