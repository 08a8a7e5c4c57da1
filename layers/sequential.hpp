#pragma once

#include "resnet_bench/layer.hpp"

#include <memory>
#include <vector>

namespace resnet_bench {

/// Layers one after the other. Empty: the identity, and no work.
class Sequential : public Composite {
 public:
  using Composite::Composite;

  std::string kind() const override { return "Sequential"; }
  std::vector<Layer*> children() const override;

  /// Appends a layer and returns it.
  template <class L>
  L& add(std::unique_ptr<L> layer) {
    L& added = *layer;
    layers_.push_back(std::move(layer));
    return added;
  }

  bool empty() const { return layers_.empty(); }
  /// For rewriting, before connect.
  std::vector<std::unique_ptr<Layer>>& layers() { return layers_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Execution& run) override;

  std::vector<std::unique_ptr<Layer>> layers_;
};

}  // namespace resnet_bench
