#include "backends/cuda/elementwise.hpp"
#include "backends/cuda/kernels/conv_epilogue.hpp"
#include "backends/cuda/kernels/typed.hpp"

namespace resnet_bench::cuda {
namespace {

template <class T, int V>
struct Epilogue {
  ChannelIndex<V> index;
  const T* bias;
  const T* shortcut;
  bool relu;
  T* y;

  __host__ __device__ void operator()(std::int64_t i) const {
    Floats<V> values = load_pack<V>(y + i * V);
    const std::uint32_t channel = index.channel(i);
    Floats<V> added{};
    if (shortcut != nullptr) added = load_pack<V>(shortcut + i * V);
    for (int v = 0; v < V; ++v) {
      float value = values.element[v];
      if (bias != nullptr) value += to_float(bias[channel + static_cast<std::uint32_t>(v)]);
      value += added.element[v];
      values.element[v] = relu && value < 0 ? 0 : value;
    }
    store_pack<V>(y + i * V, values);
  }
};

}  // namespace

void conv_epilogue(cudaStream_t stream, const Channels& shape, DataType type, const void* bias,
                   const void* shortcut, bool relu, void* y) {
  with_packs(type, shape.last ? shape.channels : 1, [&](auto zero, auto pack) {
    using T = decltype(zero);
    constexpr int V = pack();
    for_each(stream, shape.elements() / V,
             Epilogue<T, V>{ChannelIndex<V>(shape), static_cast<const T*>(bias),
                            static_cast<const T*>(shortcut), relu, static_cast<T*>(y)},
             "conv_epilogue");
  });
}

}  // namespace resnet_bench::cuda
