#include "backends/reference/reference_backend.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host.hpp"
#include "resnet_bench/text.hpp"

#include "backends/reference/ops.hpp"
#include "backends/reference/view.hpp"

#include <cstring>
#include <new>
#include <stdexcept>

namespace resnet_bench {
namespace {

class HeapMemory : public Memory {
 public:
  explicit HeapMemory(std::int64_t bytes) try
      : bytes_(bytes),
        data_(new (std::align_val_t{64}) std::byte[static_cast<std::size_t>(bytes)]) {
    std::memset(data_.get(), 0, static_cast<std::size_t>(bytes));
  } catch (const std::bad_alloc&) {
    throw Refusal("the system gave no memory for " + bytes_text(bytes));
  }
  void* data() const override { return data_.get(); }
  std::int64_t bytes() const override { return bytes_; }
  std::string pages() const override { return "the heap's"; }

 private:
  struct Free {
    void operator()(std::byte* data) const { operator delete[](data, std::align_val_t{64}); }
  };
  std::int64_t bytes_;
  std::unique_ptr<std::byte[], Free> data_;
};

class ReferenceBackend : public Backend {
 public:
  explicit ReferenceBackend(const ReferenceOptions& options)
      : precision_(options.precision),
        type_(types().activation),
        layout_(options.channels_last ? reference::nhwc : LayoutId::plain) {}

  DeviceDescription describe() const override {
    return {
        .kind = "reference", .model = "naive loops on one thread", .threads = 1, .libraries = {}};
  }
  Precision precision() const override { return precision_; }
  LayoutId input_layout() const override { return layout_; }
  std::string layout_name(LayoutId layout) const override {
    return layout == reference::nhwc ? "nhwc" : "plain";
  }
  std::int64_t bytes(const Shape& shape, DataType type, LayoutId /*layout*/) const override {
    return checked_multiply(shape.elements(), byte_size(type));
  }

  std::int64_t available_memory() const override { return resnet_bench::available_memory(); }
  std::unique_ptr<Memory> allocate(std::int64_t bytes) override {
    return std::make_unique<HeapMemory>(bytes);
  }

  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    Tensor plain = plain_view(const_cast<std::byte*>(host.data()), host.size(), tensor);
    copy(plain, tensor);
  }
  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    copy(tensor, plain_view(host.data(), host.size(), tensor));
  }

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

  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    return reference::make_conv(desc, type_, layout_);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return reference::make_batch_norm(desc, type_, layout_);
  }
  std::unique_ptr<ReluOp> make_relu(const Shape&) override {
    return reference::make_relu(type_, layout_);
  }
  std::unique_ptr<AddOp> make_add(const Shape&) override {
    return reference::make_add(type_, layout_);
  }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return reference::make_max_pool(desc, type_, layout_);
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape&) override {
    return reference::make_global_avg_pool(type_, layout_);
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc&) override {
    return reference::make_linear(type_, layout_);
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc& desc) override {
    return reference::make_softmax_cross_entropy(desc, type_);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc, std::span<const SgdParameter>) override {
    return reference::make_sgd(desc, type_);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape&, LayoutId, LayoutId to) override {
    return reference::make_reorder(type_, to);
  }

 private:
  static Tensor plain_view(std::byte* host, std::size_t size, const Tensor& like) {
    Tensor plain = like;
    plain.data = host;
    plain.layout = LayoutId::plain;
    if (static_cast<std::int64_t>(size) != like.shape.elements() * byte_size(like.type)) {
      throw std::logic_error("host memory and tensor differ in size");
    }
    return plain;
  }

  template <class T>
  static void copy_as(const Tensor& from, const Tensor& to) {
    const reference::View<T> source(from), target(to);
    target.for_each(
        [&](auto n, auto c, auto h, auto w) { target(n, c, h, w) = source(n, c, h, w); });
  }

  static void copy(const Tensor& from, const Tensor& to) {
    if (from.layout == to.layout) {
      std::memcpy(to.data, from.data,
                  static_cast<std::size_t>(to.shape.elements() * byte_size(to.type)));
      return;
    }
    with_type(to.type, [&]<class T>() { copy_as<T>(from, to); });
  }

  Precision precision_;
  DataType type_;  ///< of activations
  LayoutId layout_;
  CacheFlusher flusher_;
};

}  // namespace

std::unique_ptr<Backend> make_reference_backend(const ReferenceOptions& options) {
  if (options.precision == Precision::tf32) {
    throw Refusal("--precision tf32: the reference backend allows fp32, fp64, bf16 and fp16");
  }
  return std::make_unique<ReferenceBackend>(options);
}

}  // namespace resnet_bench
