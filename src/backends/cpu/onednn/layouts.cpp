#include "backends/cpu/onednn/layouts.hpp"

#include "backends/cpu/layouts.hpp"
#include "backends/cpu/onednn/api.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>

namespace resnet_bench::cpu::onednn {
namespace {

using Tag = dnnl::memory::format_tag;

Tag tag_of(LayoutId layout) {
  if (layout == LayoutId::plain) return Tag::abcd;
  if (layout == nhwc) return Tag::acdb;
  if (layout == hwio) return Tag::cdba;
  if (layout == nchw16c) return Tag::aBcd16b;
  if (layout == nchw8c) return Tag::aBcd8b;
  throw std::logic_error("oneDNN: layout id " + std::to_string(static_cast<int>(layout)));
}

}  // namespace

dnnl::memory::data_type type_of(DataType type) {
  if (type == DataType::f32) return dnnl::memory::data_type::f32;
  if (type == DataType::bf16) return dnnl::memory::data_type::bf16;
  throw std::logic_error(std::string("oneDNN: no tensor is of type ") + to_string(type));
}

LayoutId Layouts::id_of(const dnnl::memory::desc& desc) {
  const auto found = std::find(descs_.begin(), descs_.end(), desc);
  const auto index = found - descs_.begin();
  if (found == descs_.end()) descs_.push_back(desc);
  return static_cast<LayoutId>(static_cast<std::ptrdiff_t>(first_of_library) + index);
}

dnnl::memory::desc Layouts::describe(const Shape& shape, DataType type, LayoutId layout) const {
  if (layout >= first_of_library) return at(layout);
  return {dnnl::memory::dims(shape.begin(), shape.end()), type_of(type), tag_of(layout)};
}

std::optional<LayoutId> Layouts::as_bf16(LayoutId f32) {
  const dnnl::memory::desc known = at(f32);
  const dnnl::memory::dims dims = known.dims();
  // What oneDNN picks for f32 with AVX-512. A description's type cannot be changed in 3.x.
  for (const Tag tag : {Tag::OIhw16i16o, Tag::OIhw16o16i, Tag::IOhw16o16i, Tag::IOhw16i16o,
                        Tag::Ohwi16o, Tag::Oihw16o}) {
    if (dnnl::memory::desc(dims, dnnl::memory::data_type::f32, tag) != known) continue;
    return id_of({dims, dnnl::memory::data_type::bf16, tag});
  }
  return {};
}

const dnnl::memory::desc& Layouts::at(LayoutId layout) const {
  const auto index = static_cast<std::size_t>(layout) - static_cast<std::size_t>(first_of_library);
  if (layout < first_of_library || index >= descs_.size()) {
    throw std::logic_error("oneDNN gave no layout id " + std::to_string(static_cast<int>(layout)));
  }
  return descs_[index];
}

std::string name_of(const dnnl::memory::desc& weights) {
  const Blocking blocking(weights);
  if (!blocking.is_blocked) return "onednn";  // opaque
  const std::string letters = "oihw";
  std::vector<std::size_t> axes(blocking.strides.size());
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  std::stable_sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) {
    return blocking.strides[a] > blocking.strides[b];
  });
  std::string name;
  for (std::size_t axis : axes) {
    const auto& inner = blocking.inner_axes;
    const bool blocked =
        std::find(inner.begin(), inner.end(), static_cast<dnnl::memory::dim>(axis)) != inner.end();
    name += blocked ? static_cast<char>(std::toupper(letters.at(axis))) : letters.at(axis);
  }
  for (std::size_t i = 0; i < blocking.inner_sizes.size(); ++i) {
    name += std::to_string(blocking.inner_sizes[i]) +
            letters.at(static_cast<std::size_t>(blocking.inner_axes[i]));
  }
  return name;
}

}  // namespace resnet_bench::cpu::onednn
