#pragma once

#include "resnet_bench/tensor.hpp"

#include <dnnl.hpp>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench::cpu::onednn {

/// f32 or bf16. Throws std::logic_error for another.
dnnl::memory::data_type type_of(DataType type);

/// Gives the layouts that oneDNN picks for weights an id, and describes ours to it.
class Layouts {
 public:
  /// The same id for equal descriptions; hwio and plain keep their own.
  LayoutId id_of(const dnnl::memory::desc& desc);

  /// Of a tensor in any layout of the cpu backend; those that id_of gave have their own type.
  dnnl::memory::desc describe(const Shape& shape, DataType type, LayoutId layout) const;

  /// The layout of bf16 weights that lie as the f32 ones of a layout that id_of gave; nothing where
  /// those are laid out in a way that is not known here.
  std::optional<LayoutId> as_bf16(LayoutId f32);

  /// Of a layout that id_of gave. Throws std::logic_error for another.
  const dnnl::memory::desc& at(LayoutId layout) const;

 private:
  std::vector<dnnl::memory::desc> descs_;
};

/// "OIhw16i16o": axes from the slowest to the fastest, blocked ones in capitals, then the blocks.
std::string name_of(const dnnl::memory::desc& weights);

}  // namespace resnet_bench::cpu::onednn
