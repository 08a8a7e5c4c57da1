#include "backends/cuda/cuda_backend.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/parallel_for.hpp"

#include "backends/cuda/conv_chooser.hpp"
#include "backends/cuda/device.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/event_marker.hpp"
#include "backends/cuda/graph_recording.hpp"
#include "backends/cuda/layouts.hpp"
#include "backends/cuda/nvml_sensors.hpp"
#include "backends/cuda/ops.hpp"
#include "backends/cuda/waiting_marker.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace resnet_bench::cuda {
namespace {

/// The logical element `index` (row-major) of a tensor in memory.
std::int64_t place_of(const Strides& s, std::int64_t index) {
  std::int64_t place = 0;
  for (int axis = 3; axis >= 0; --axis) {
    place += index % s.extent[axis] * s.stride[axis];
    index /= s.extent[axis];
  }
  return place;
}

class CudaBackend final : public Backend {
 public:
  explicit CudaBackend(const CudaBackendOptions& options)
      : device_(options.device),
        precision_(checked_precision(options.precision, device_)),
        layout_(choose_layout(options)),
        chooser_(device_, options.conv, options.measure) {}

  DeviceDescription describe() const override {
    return {.kind = "cuda:" + std::to_string(device_.index()),
            .model = device_.name(),
            .threads = 1,
            .libraries = Device::libraries()};
  }

  Precision precision() const override { return precision_; }
  /// The channels of an image padded to what tensor cores read at once, instead of by cuDNN in a
  /// workspace at every step.
  LayoutId input_layout() const override {
    if (layout_ == LayoutId::plain) return layout_;
    return precision_ == Precision::fp16 ? nhwc_c4 : precision_ == Precision::bf16 ? nhwc_c8 : nhwc;
  }
  LayoutId activation_layout() const override { return layout_; }
  std::string layout_name(LayoutId layout) const override {
    return layout == LayoutId::plain ? "nchw" : name_of(layout);
  }

  std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const override {
    const Strides strides = strides_of(shape, layout);
    return checked_multiply(
        checked_multiply(strides.extent[0], strides.channels),
        checked_multiply(checked_multiply(strides.extent[2], strides.extent[3]), byte_size(type)));
  }

  std::int64_t available_memory() const override {
    // For what the libraries load when they first run an engine.
    constexpr std::int64_t reserve = std::int64_t{512} << 20;
    return std::max<std::int64_t>(free_memory() - reserve, 0);
  }

  std::unique_ptr<Memory> allocate(std::int64_t bytes) override {
    return std::make_unique<DeviceMemory>(device_, bytes);
  }

  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    check_size(host.size(), tensor);
    const Strides strides = strides_of(tensor.shape, tensor.layout);
    const auto size = static_cast<std::size_t>(byte_size(tensor.type));
    std::vector<std::byte> staged(static_cast<std::size_t>(strides.elements()) * size);
    parallel_for(tensor.shape.elements(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        std::memcpy(staged.data() + static_cast<std::size_t>(place_of(strides, i)) * size,
                    host.data() + static_cast<std::size_t>(i) * size, size);
      }
    });
    check(cudaMemcpyAsync(tensor.data, staged.data(), staged.size(), cudaMemcpyHostToDevice,
                          device_.stream()),
          "cudaMemcpyAsync");
    device_.wait();
  }

  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    check_size(host.size(), tensor);
    const Strides strides = strides_of(tensor.shape, tensor.layout);
    const auto size = static_cast<std::size_t>(byte_size(tensor.type));
    std::vector<std::byte> staged(static_cast<std::size_t>(strides.elements()) * size);
    check(cudaMemcpyAsync(staged.data(), tensor.data, staged.size(), cudaMemcpyDeviceToHost,
                          device_.stream()),
          "cudaMemcpyAsync");
    device_.wait();
    parallel_for(tensor.shape.elements(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        std::memcpy(host.data() + static_cast<std::size_t>(i) * size,
                    staged.data() + static_cast<std::size_t>(place_of(strides, i)) * size, size);
      }
    });
  }

  std::unique_ptr<Marker> make_marker(std::int64_t capacity) override {
    return std::make_unique<EventMarker>(device_, capacity);
  }

  std::vector<std::unique_ptr<SensorSource>> sensors() override {
    std::vector<std::unique_ptr<SensorSource>> sources;
    sources.push_back(nvml_source("gpu:" + std::to_string(device_.index()), device_.bus_id()));
    return sources;
  }

  std::unique_ptr<Marker> make_waiting_marker(std::int64_t capacity) override {
    return std::make_unique<WaitingMarker>(capacity);
  }

  bool can_record() const override { return true; }
  std::unique_ptr<Recording> record(const std::function<void()>& work) override {
    return record_graph(device_, work);
  }

  void recall(ConvMeasurements known) override { chooser_.recall(std::move(known)); }
  const ConvMeasurements& conv_measurements() const override { return chooser_.measurements(); }
  std::int64_t measuring_ns() const override { return chooser_.measuring_ns(); }

  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    constexpr std::int64_t image_channels = 3;
    const bool is_stem = desc.x.c() == image_channels;
    return cuda::make_conv(device_, chooser_, desc, precision_, is_stem ? input_layout() : layout_,
                           layout_);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return cuda::make_batch_norm(device_, desc, precision_, layout_);
  }
  std::unique_ptr<ReluOp> make_relu(const Shape&) override {
    return cuda::make_relu(device_, layout_);
  }
  std::unique_ptr<AddOp> make_add(const Shape&) override {
    return cuda::make_add(device_, layout_);
  }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return cuda::make_max_pool(device_, desc, layout_);
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) override {
    return cuda::make_global_avg_pool(device_, x, layout_);
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc& desc) override {
    return cuda::make_linear(device_, desc, precision_, layout_);
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc& desc) override {
    return cuda::make_softmax_cross_entropy(device_, desc);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc,
                                  std::span<const SgdParameter> /*parameters*/) override {
    return cuda::make_sgd(device_, desc);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape& shape, LayoutId from, LayoutId to) override {
    return cuda::make_reorder(device_, shape, from, to);
  }

 private:
  /// Where the GPU has it.
  static Precision checked_precision(Precision precision, const Device& device) {
    constexpr int ampere = 80;
    const int architecture = device.architecture();
    const std::string of_device = device.name() + ", compute capability " +
                                  std::to_string(architecture / 10) + "." +
                                  std::to_string(architecture % 10);
    if (precision == Precision::fp64) {
      throw Refusal(
          "--precision fp64 is for --device reference; cuda allows fp32, tf32, fp16, bf16");
    }
    if (architecture < ampere && (precision == Precision::tf32 || precision == Precision::bf16)) {
      throw Refusal("--precision " + std::string(to_string(precision)) +
                    " needs compute capability 8.0, and this is " + of_device +
                    "; fp32 and fp16 are allowed");
    }
    if (architecture >= ampere && precision == Precision::fp32) {
      spdlog::info(
          "fp32 is IEEE's here; --precision tf32 lets tensor cores round factors to 11 bits");
    }
    return precision;
  }

  static void check_size(std::size_t bytes, const Tensor& tensor) {
    const std::int64_t wanted = tensor.shape.elements() * byte_size(tensor.type);
    if (static_cast<std::int64_t>(bytes) == wanted) return;
    throw std::logic_error("cuda backend: " + std::to_string(bytes) +
                           " bytes on the host for a tensor of " + std::to_string(wanted));
  }

  /// Tensor cores want NHWC. Most of cuDNN's engines of IEEE fp32 want NCHW, and in NHWC transpose
  /// their tensors in a workspace as large as these.
  static LayoutId choose_layout(const CudaBackendOptions& options) {
    const bool ieee = options.precision == Precision::fp32;
    if (options.layout == "auto") return ieee ? LayoutId::plain : nhwc;
    if (options.layout == "nhwc") return nhwc;
    if (options.layout == "nchw") return LayoutId::plain;
    throw Refusal("--layout " + options.layout + ": the cuda backend allows auto, nhwc and nchw");
  }

  Device device_;
  Precision precision_;
  LayoutId layout_;
  ConvChooser chooser_;
};

}  // namespace

std::unique_ptr<Backend> make_cuda_backend(const CudaBackendOptions& options) {
  return std::make_unique<CudaBackend>(options);
}

std::string describe_device(int device) {
  const Device opened(device);
  const int architecture = opened.architecture();
  return opened.name() + ", compute capability " + std::to_string(architecture / 10) + "." +
         std::to_string(architecture % 10);
}

}  // namespace resnet_bench::cuda
