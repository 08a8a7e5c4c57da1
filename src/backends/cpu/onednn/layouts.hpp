#pragma once

#include "resnet_bench/tensor.hpp"

#include <dnnl.hpp>
#include <string>
#include <vector>

namespace resnet_bench::cpu::onednn {

/// Gives the layouts that oneDNN picks for weights an id, and describes ours to it.
class Layouts {
 public:
  /// The same id for equal descriptions; hwio and plain keep their own.
  LayoutId id_of(const dnnl::memory::desc& desc);

  /// Of a tensor in any layout of the cpu backend.
  dnnl::memory::desc describe(const Shape& shape, DataType type, LayoutId layout) const;

  /// Of a layout that id_of gave. Throws std::logic_error for another.
  const dnnl::memory::desc& at(LayoutId layout) const;

 private:
  std::vector<dnnl::memory::desc> descs_;
};

/// "OIhw16i16o": axes from the slowest to the fastest, blocked ones in capitals, then the blocks.
std::string name_of(const dnnl::memory::desc& weights);

}  // namespace resnet_bench::cpu::onednn
