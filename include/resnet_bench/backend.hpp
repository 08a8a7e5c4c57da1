#pragma once

#include "resnet_bench/caches.hpp"
#include "resnet_bench/conv_measurement.hpp"
#include "resnet_bench/ops.hpp"
#include "resnet_bench/precision.hpp"
#include "resnet_bench/roof.hpp"
#include "resnet_bench/sensor.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// Time stamps on the boundaries between steps. Making them allocates; marking does not.
class Marker {
 public:
  virtual ~Marker() = default;

  /// Forgets the stamps taken. Called before an iteration.
  virtual void reset() = 0;
  /// Takes the next stamp. At most as many as it was made for.
  virtual void mark() = 0;
  /// In place of marks: those taken while a recording was made were taken anew by its replay.
  virtual void replayed(std::int64_t marks);
  /// The stamps since reset, in nanoseconds of a clock that never goes back; waits for the device.
  virtual std::span<const std::int64_t> times() = 0;
};

/// Work of a device, marks among it, that was written down once and can be started at once.
class Recording {
 public:
  virtual ~Recording() = default;
  /// As if the work was started again, on the tensors it was recorded with.
  virtual void replay() = 0;
};

/// Memory of a device, all of one run. Freed with the object.
class Memory {
 public:
  virtual ~Memory() = default;
  virtual void* data() const = 0;
  virtual std::int64_t bytes() const = 0;
  /// What the system made of it so far, for the log: "2 MiB pages", "4 KiB pages: ...".
  virtual std::string pages() const = 0;
};

/// What a device is, for the `run` row and the first lines printed.
struct DeviceDescription {
  std::string kind;   ///< "cpu", "reference", ...
  std::string model;  ///< "Intel(R) Xeon(R) ..."
  int threads = 1;
  /// Libraries and what they picked, as they say it themselves: {"OpenBLAS", "0.3.21 SkylakeX"}.
  std::map<std::string, std::string> libraries;
};

/// A device with its libraries. Everything that differs between devices is behind this: memory,
/// layouts, ops, marks. Ops keep references to their backend and must not outlive it.
class Backend {
 public:
  virtual ~Backend() = default;

  virtual DeviceDescription describe() const = 0;

  /// One that it supports; which, its factory says.
  virtual Precision precision() const = 0;
  NumberTypes types() const { return types_of(precision()); }

  /// The layout in which the network's input is made.
  virtual LayoutId input_layout() const = 0;
  /// The layout that most activations have.
  virtual LayoutId activation_layout() const { return input_layout(); }
  virtual std::string layout_name(LayoutId layout) const = 0;
  /// Bytes a tensor takes in a layout. Throws Refusal on overflow. In every layout of activations
  /// the images lie one behind the other, so that some of them are a tensor of their own.
  virtual std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const = 0;

  /// Bytes that could be allocated now without taking what others use.
  virtual std::int64_t available_memory() const = 0;
  /// Memory aligned to 64 bytes or more, zero, its pages spread over the threads that will use it.
  /// Throws Refusal where the system refuses.
  virtual std::unique_ptr<Memory> allocate(std::int64_t bytes) = 0;

  /// Copies between host memory in plain order (row-major of the logical shape, the tensor's own
  /// type) and a tensor of the device. Sizes must match.
  virtual void from_plain(std::span<const std::byte> host, const Tensor& tensor) = 0;
  virtual void to_plain(const Tensor& tensor, std::span<std::byte> host) = 0;
  /// Whether to_plain can read a layout: a library may keep weights transformed and give them back
  /// to nobody.
  virtual bool gives_back(LayoutId /*layout*/) const { return true; }

  /// Threads of the host for work of ours beside the device's; those of a CPU backend itself.
  virtual int host_threads() const;
  /// Calls work(begin, end) for parts of [0, count) side by side on them. Not while ops run. The
  /// work must not throw.
  virtual void split_on_host(std::int64_t count,
                             const std::function<void(std::int64_t, std::int64_t)>& work) const;

  /// Binds thread i of describe().threads to processors[i]. False: this backend or the system does
  /// not do that, and nothing has changed.
  virtual bool bind_threads(const std::vector<int>& /*processors*/) { return false; }
  /// Spreads memory allocated from now on over all NUMA nodes. False: it does not do that.
  virtual bool interleave_memory() { return false; }

  /// Measures what the device reaches, in a second or two; empty where nobody would compare with
  /// it.
  virtual MachineRoof measure_roof() { return {}; }

  /// Bytes of the last-level cache before the device's memory; nothing where that is not known.
  virtual std::optional<std::int64_t> last_level_cache() const { return {}; }
  /// Drops parts of the device's memory from all its caches, written back first. Returns how,
  /// "clflushopt"; empty: it has no way.
  virtual std::string flush_caches(std::span<const MemoryPart> /*parts*/) { return {}; }

  virtual std::unique_ptr<Marker> make_marker(std::int64_t capacity) = 0;
  /// Marks that wait for the device and read the host's clock; where ops return only when they are
  /// done, any mark does.
  virtual std::unique_ptr<Marker> make_waiting_marker(std::int64_t capacity) {
    return make_marker(capacity);
  }

  /// Whether record() is there.
  virtual bool can_record() const { return false; }
  /// Records what `work` starts, which does not run meanwhile. It must have run before, for what is
  /// made at a first use; it must not wait for the device. The tensors, ops and markers that it
  /// uses must outlive the recording.
  virtual std::unique_ptr<Recording> record(const std::function<void()>& work);

  /// What the device tells of itself while it works; empty where the host's sensors are all.
  virtual std::vector<std::unique_ptr<SensorSource>> sensors() { return {}; }

  /// Measurements of earlier runs on this machine: a backend that measures to choose algorithms
  /// takes over what it can use. To be called before ops are made.
  virtual void recall(ConvMeasurements /*known*/) {}
  /// What the algorithms of the convolutions made so far were chosen by; empty where nothing had to
  /// be measured.
  virtual const ConvMeasurements& conv_measurements() const;
  /// Nanoseconds that measuring took.
  virtual std::int64_t measuring_ns() const { return 0; }

  virtual std::unique_ptr<ConvOp> make_conv(const ConvDesc&) = 0;
  virtual std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc&) = 0;
  virtual std::unique_ptr<ReluOp> make_relu(const Shape&) = 0;
  virtual std::unique_ptr<AddOp> make_add(const Shape&) = 0;
  virtual std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc&) = 0;
  virtual std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) = 0;
  virtual std::unique_ptr<LinearOp> make_linear(const LinearDesc&) = 0;
  virtual std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc&) = 0;
  /// `parameters`: those that each update gets, in this order; their tensors have no memory yet.
  virtual std::unique_ptr<SgdOp> make_sgd(const SgdDesc&,
                                          std::span<const SgdParameter> parameters) = 0;
  virtual std::unique_ptr<ReorderOp> make_reorder(const Shape&, LayoutId from, LayoutId to) = 0;
};

}  // namespace resnet_bench
