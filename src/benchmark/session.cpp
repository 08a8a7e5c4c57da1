#include "benchmark/session.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/parallel_for.hpp"
#include "resnet_bench/random.hpp"
#include "resnet_bench/text.hpp"

#include <cstring>
#include <stdexcept>

namespace resnet_bench {
namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<double>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T value = static_cast<T>(values[i]);
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

template <class T>
std::span<const std::byte> as_bytes(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

/// Standard normal values for a tensor in plain order, or zeros.
template <class T>
std::vector<T> draw(const RandomStream& stream, const Tensor& tensor, bool zeros) {
  std::vector<T> values(static_cast<std::size_t>(tensor.shape.elements()));
  if (zeros) return values;
  parallel_for(tensor.shape.elements(), [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      values[i] = static_cast<T>(stream.normal(i));
    }
  });
  return values;
}

template <class T>
std::vector<double> doubles_of(const std::vector<std::byte>& bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(value);
  }
  return values;
}

}  // namespace

void check_memory(const Network& network, const Plan& plan) {
  // One batch is made on the host before it goes to the device.
  const std::int64_t staging = network.assembly().tensor(network.batches().front().input).bytes;
  const std::int64_t needed = checked_add(plan.arena_bytes, staging);
  const std::int64_t available = network.backend().available_memory();
  if (needed <= available) return;
  const NetworkOptions& options = network.options();
  throw Refusal(options.model + " at batch " + std::to_string(options.batch) + ", image size " +
                std::to_string(options.image_size) + ", needs " + bytes_text(needed) + " (" +
                bytes_text(plan.persistent_bytes) + " of it parameters and input) and " +
                bytes_text(available) + " are free; take a smaller --batch or --image-size");
}

Session::Session(const Network& network, const Plan& plan, const SessionOptions& options)
    : network_(network),
      plan_(plan),
      initial_values_(options.seed, options.init, !network.options().training),
      memory_(network.backend().allocate(plan.arena_bytes)),
      execution_(place_tensors()) {
  initialise_parameters();
  make_input(options);
}

std::vector<Tensor> Session::place_tensors() const {
  const std::vector<TensorInfo>& infos = network_.assembly().tensors();
  std::vector<Tensor> tensors(infos.size());
  for (std::size_t id = 1; id < infos.size(); ++id) {
    const std::int64_t storage = plan_.storage_of[id];
    if (storage < 0) continue;
    const std::int64_t offset = plan_.storages[static_cast<std::size_t>(storage)].offset;
    tensors[id] = {.data = static_cast<std::byte*>(memory_->data()) + offset,
                   .shape = infos[id].shape,
                   .type = infos[id].type,
                   .layout = infos[id].layout};
  }
  return tensors;
}

void Session::write(TensorId id, const std::vector<double>& values) {
  const Tensor& tensor = execution_[id];
  switch (tensor.type) {
    case DataType::f32:
      return network_.backend().from_plain(bytes_of<float>(values), tensor);
    case DataType::f64:
      return network_.backend().from_plain(bytes_of<double>(values), tensor);
    case DataType::i32:
      return network_.backend().from_plain(bytes_of<std::int32_t>(values), tensor);
    case DataType::u8:
      throw std::logic_error("no input is of type u8");
  }
}

std::vector<std::byte> Session::plain_bytes(TensorId id) const {
  const Tensor& tensor = execution_[id];
  // A library may keep folded weights transformed, and give them back to nobody.
  if (const Initialiser* initialiser = network_.assembly().constant_initialiser(id)) {
    const std::vector<double> values = (*initialiser)(initial_values_);
    return tensor.type == DataType::f64 ? bytes_of<double>(values) : bytes_of<float>(values);
  }
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(tensor.shape.elements() * byte_size(tensor.type)));
  network_.backend().to_plain(tensor, bytes);
  return bytes;
}

std::vector<double> Session::values(TensorId id) const {
  const std::vector<std::byte> bytes = plain_bytes(id);
  switch (execution_[id].type) {
    case DataType::f32:
      return doubles_of<float>(bytes);
    case DataType::f64:
      return doubles_of<double>(bytes);
    case DataType::i32:
      return doubles_of<std::int32_t>(bytes);
    case DataType::u8:
      return doubles_of<std::uint8_t>(bytes);
  }
  return {};
}

void Session::initialise_parameters() {
  for (const auto& [id, initialiser] : network_.assembly().initialisers()) {
    write(id, initialiser(initial_values_));
  }
  // Momentum starts at zero, as the memory does.
}

void Session::make_input(const SessionOptions& options) {
  const auto& batches = network_.batches();
  for (std::size_t b = 0; b < batches.size(); ++b) {
    const RandomStream pixels(options.seed, "input" + std::to_string(b));
    const Tensor& input = execution_[batches[b].input];
    if (input.type == DataType::f64) {
      network_.backend().from_plain(as_bytes(draw<double>(pixels, input, options.zero_data)),
                                    input);
    } else {
      network_.backend().from_plain(as_bytes(draw<float>(pixels, input, options.zero_data)), input);
    }
    if (batches[b].labels == no_tensor) continue;
    const RandomStream classes(options.seed, "labels" + std::to_string(b));
    std::vector<double> labels(static_cast<std::size_t>(network_.options().batch));
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i] = static_cast<double>(classes.bits(i) %
                                      static_cast<std::uint64_t>(network_.options().classes));
    }
    write(batches[b].labels, labels);
  }
  bind_batch(0);
}

void Session::bind_batch(std::int64_t number) {
  const auto& batches = network_.batches();
  const Batch& batch = batches[static_cast<std::size_t>(number) % batches.size()];
  const Batch bound = network_.bound_batch();
  execution_.bind(bound.input, execution_[batch.input]);
  if (bound.labels != no_tensor) execution_.bind(bound.labels, execution_[batch.labels]);
}

double Session::loss() const { return values(network_.loss()).front(); }

}  // namespace resnet_bench
