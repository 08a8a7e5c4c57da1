#pragma once

#include <dnnl.hpp>
#include <string>
#include <utility>
#include <vector>

// What differs between oneDNN 2.x and 3.x, and nothing else: 3.x makes a primitive's description in
// one step, where 2.x first makes one without attributes and engine.
// https://uxlfoundation.github.io/oneDNN/dev_guide_transition_to_v3.html
namespace resnet_bench::cpu::onednn {

#if DNNL_VERSION_MAJOR >= 3

template <class Primitive, class... Arguments>
typename Primitive::primitive_desc describe(const dnnl::engine& engine,
                                            const dnnl::primitive_attr& attributes,
                                            const Arguments&... arguments) {
  return {engine, arguments..., attributes};
}

template <class Primitive, class... Arguments>
typename Primitive::primitive_desc describe_backward(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes,
    const dnnl::convolution_forward::primitive_desc& forward, const Arguments&... arguments) {
  return {engine, arguments..., forward, attributes};
}

inline void append_relu(dnnl::post_ops& operations) {
  operations.append_eltwise(dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
}

/// How a blocked layout lies in memory: strides of the axes in elements, then the inner blocks.
struct Blocking {
  explicit Blocking(const dnnl::memory::desc& desc)
      : strides(desc.get_strides()),
        inner_sizes(desc.get_inner_blks()),
        inner_axes(desc.get_inner_idxs()),
        is_blocked(desc.get_format_kind() == dnnl::memory::format_kind::blocked) {}
  std::vector<dnnl::memory::dim> strides, inner_sizes, inner_axes;
  bool is_blocked;
};

#else

template <class Primitive, class... Arguments>
typename Primitive::primitive_desc describe(const dnnl::engine& engine,
                                            const dnnl::primitive_attr& attributes,
                                            const Arguments&... arguments) {
  return {typename Primitive::desc(arguments...), attributes, engine};
}

template <class Primitive, class... Arguments>
typename Primitive::primitive_desc describe_backward(
    const dnnl::engine& engine, const dnnl::primitive_attr& attributes,
    const dnnl::convolution_forward::primitive_desc& forward, const Arguments&... arguments) {
  return {typename Primitive::desc(arguments...), attributes, engine, forward};
}

inline void append_relu(dnnl::post_ops& operations) {
  operations.append_eltwise(1.0F, dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
}

struct Blocking {
  explicit Blocking(const dnnl::memory::desc& desc)
      : is_blocked(desc.data.format_kind == dnnl_blocked) {
    if (!is_blocked) return;
    const dnnl_blocking_desc_t& blocking = desc.data.format_desc.blocking;
    strides.assign(blocking.strides, blocking.strides + desc.data.ndims);
    inner_sizes.assign(blocking.inner_blks, blocking.inner_blks + blocking.inner_nblks);
    inner_axes.assign(blocking.inner_idxs, blocking.inner_idxs + blocking.inner_nblks);
  }
  std::vector<dnnl::memory::dim> strides, inner_sizes, inner_axes;
  bool is_blocked;
};

#endif

}  // namespace resnet_bench::cpu::onednn
