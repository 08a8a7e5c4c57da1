#include "benchmark/session.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/host_values.hpp"
#include "resnet_bench/parallel_for.hpp"
#include "resnet_bench/random.hpp"
#include "resnet_bench/text.hpp"

#include <cstring>

namespace resnet_bench {
namespace {

/// The bytes of standard normal values for a tensor in plain order, or of zeros.
std::vector<std::byte> draw(const RandomStream& stream, const Tensor& tensor, bool zeros) {
  const std::int64_t count = tensor.shape.elements();
  std::vector<std::byte> bytes(static_cast<std::size_t>(count * byte_size(tensor.type)));
  if (zeros) return bytes;
  with_type(tensor.type, [&]<class T>() {
    parallel_for(count, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        const T value = static_cast<T>(stream.normal(i));
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
      }
    });
  });
  return bytes;
}

}  // namespace

std::int64_t needed_memory(const Network& network, const Plan& plan) {
  // One batch is made on the host before it goes to the device.
  const std::int64_t staging = network.assembly().tensor(network.batches().front().input).bytes;
  return checked_add(plan.arena_bytes, staging);
}

void check_memory(const Network& network, const Plan& plan) {
  const std::int64_t needed = needed_memory(network, plan);
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
  network_.backend().from_plain(to_bytes(tensor.type, values), tensor);
}

std::vector<std::byte> Session::plain_bytes(TensorId id) const {
  const Tensor& tensor = execution_[id];
  // A library may keep folded weights transformed, and give them back to nobody.
  if (const Initialiser* initialiser = network_.assembly().constant_initialiser(id)) {
    return to_bytes(tensor.type, (*initialiser)(initial_values_));
  }
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(tensor.shape.elements() * byte_size(tensor.type)));
  network_.backend().to_plain(tensor, bytes);
  return bytes;
}

std::vector<double> Session::values(TensorId id) const {
  return to_doubles(execution_[id].type, plain_bytes(id));
}

void Session::initialise_parameters() {
  for (const auto& [id, initialiser] : network_.assembly().initialisers()) {
    const std::vector<double> values = initialiser(initial_values_);
    write(id, values);
    for (const TensorId copy : network_.assembly().copies_of(id)) write(copy, values);
  }
  // Momentum starts at zero, as the memory does.
}

void Session::make_input(const SessionOptions& options) {
  const auto& batches = network_.batches();
  for (std::size_t b = 0; b < batches.size(); ++b) {
    const RandomStream pixels(options.seed, "input" + std::to_string(b));
    const Tensor& input = execution_[batches[b].input];
    network_.backend().from_plain(draw(pixels, input, options.zero_data), input);
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
