#pragma once

#include "layers/fork.hpp"
#include "layers/sequential.hpp"

#include <memory>

namespace resnet_bench {

/// A residual block (He et al. 2015): y = join(F(x), G(x)), where G is the shortcut, empty for the
/// identity, and the join adds; fused, it may do more (BatchNormAddReLU).
/// Forward: fork, G, F, join. Backward: join, F, G, fork.
class ShortCutAdd : public Composite {
 public:
  ShortCutAdd(std::string name, std::unique_ptr<Sequential> f, std::unique_ptr<Sequential> g,
              std::unique_ptr<Leaf> join);

  std::string kind() const override { return "ShortCutAdd"; }
  std::vector<Layer*> children() const override;

  Sequential& f() { return *f_; }
  Sequential& g() { return *g_; }
  /// For rewriting, before connect.
  std::unique_ptr<Leaf>& join() { return join_; }

 private:
  TensorId do_connect(Assembly& assembly, TensorId x) override;
  void do_forward(Execution& run) override;
  void do_backward(Execution& run) override;

  std::unique_ptr<Fork> fork_;
  std::unique_ptr<Sequential> g_;
  std::unique_ptr<Sequential> f_;
  std::unique_ptr<Leaf> join_;
};

}  // namespace resnet_bench
