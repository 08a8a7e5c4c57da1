#include "backends/cuda/kernel.hpp"
#include "backends/cuda/kernels/sgd.hpp"
#include "backends/cuda/kernels/typed.hpp"
#include "backends/cuda/launch.hpp"

#include <algorithm>

namespace resnet_bench::cuda {
namespace {

/// As many tensors as fit a kernel's parameters. Each has blocks of its own. T: of the copies.
template <class T>
struct Update {
  using Shared = Nothing;
  using State = Nothing;

  static constexpr unsigned most_tensors = 80;
  static constexpr std::int64_t block_elements = 8 * block_threads;

  float learning_rate, momentum_factor, weight_decay, gradient_scale;
  unsigned count;
  unsigned first_block[most_tensors];
  SgdTensor tensors[most_tensors];

  __host__ __device__ int phases() const { return 1; }
  __host__ __device__ void run(int, const Thread& thread, State&, Shared&) const {
    unsigned low = 0;
    unsigned high = count;  // the block's tensor is in [low, high)
    while (high - low > 1) {
      const unsigned middle = (low + high) / 2;
      if (first_block[middle] <= thread.block) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const SgdTensor& tensor = tensors[low];
    const std::int64_t begin = (thread.block - first_block[low]) * block_elements;
    const std::int64_t end =
        begin + block_elements < tensor.elements ? begin + block_elements : tensor.elements;
    for (std::int64_t i = begin + thread.thread; i < end; i += thread.threads) {
      const float value = tensor.value[i];
      const float gradient = tensor.gradient[i] * gradient_scale + weight_decay * value;
      const float momentum = momentum_factor * tensor.momentum[i] + gradient;
      tensor.momentum[i] = momentum;
      const float moved = value - learning_rate * momentum;
      tensor.value[i] = moved;
      if (tensor.copy != nullptr) static_cast<T*>(tensor.copy)[i] = from_float<T>(moved);
    }
  }
};

template <class T>
void update(cudaStream_t stream, const SgdDesc& desc, std::span<const SgdTensor> tensors) {
  using Update = Update<T>;
  while (!tensors.empty()) {
    const auto part = tensors.first(std::min<std::size_t>(tensors.size(), Update::most_tensors));
    Update part_update{.learning_rate = static_cast<float>(desc.learning_rate),
                       .momentum_factor = static_cast<float>(desc.momentum_factor),
                       .weight_decay = static_cast<float>(desc.weight_decay),
                       .gradient_scale = static_cast<float>(1 / desc.loss_scale),
                       .count = static_cast<unsigned>(part.size())};
    std::int64_t blocks = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      part_update.first_block[i] = static_cast<unsigned>(blocks);
      part_update.tensors[i] = part[i];
      blocks += (part[i].elements + Update::block_elements - 1) / Update::block_elements;
    }
    launch(stream, {.blocks = static_cast<unsigned>(blocks)}, part_update, "sgd_update");
    tensors = tensors.subspan(part.size());
  }
}

}  // namespace

void sgd_update(cudaStream_t stream, const SgdDesc& desc, DataType copies,
                std::span<const SgdTensor> tensors) {
  with_type(copies, [&](auto zero) { update<decltype(zero)>(stream, desc, tensors); });
}

}  // namespace resnet_bench::cuda
