#pragma once

#include "resnet_bench/assembly.hpp"
#include "resnet_bench/error.hpp"
#include "resnet_bench/execution.hpp"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// A named property of a layer as text: {"kernel", "3"}. Shown, dumped and hashed; not computed on.
struct Attribute {
  std::string name;
  std::string value;
};

/// A node of the model tree. Its life: built by a model, rewritten by fusion, connected once
/// (shapes, tensors and ops are settled), then walked any number of times.
class Layer {
 public:
  explicit Layer(std::string name) : name_(std::move(name)) {}
  virtual ~Layer() = default;
  Layer(const Layer&) = delete;
  Layer& operator=(const Layer&) = delete;

  const std::string& name() const { return name_; }
  /// Its place in the tree: "resnet50/stage2/block1/F/conv2". Empty before assign_paths.
  const std::string& path() const { return path_; }
  const Shape& input_shape() const { return input_shape_; }
  const Shape& output_shape() const { return output_shape_; }

  /// "Conv", "Sequential"; a fused leaf's lists its members: "BatchNormAddReLU".
  virtual std::string kind() const = 0;
  virtual bool is_composite() const = 0;
  virtual std::vector<Attribute> attributes() const { return {}; }
  /// Its printed signature: "Conv(3x3,pad=1,s=1) (16,64,56,56)->(16,64,56,56)".
  std::string module() const;
  /// In the order of the forward walk; none for a leaf.
  virtual std::vector<Layer*> children() const { return {}; }

  /// Names this layer and all below it. The root's parent path is empty.
  void assign_paths(const std::string& parent_path);

  /// Settles shapes, tensors and ops for the input x. Returns the output. Called once.
  TensorId connect(Assembly& assembly, TensorId x);

  void forward(Execution& run) { walk_forward(run); }
  void backward(Execution& run) { walk_backward(run); }

 private:
  virtual TensorId do_connect(Assembly& assembly, TensorId x) = 0;
  virtual void walk_forward(Execution& run) = 0;
  virtual void walk_backward(Execution& run) = 0;
  /// What stands between kind and shapes in module(): "(3x3,pad=1,s=1)".
  virtual std::string signature() const { return {}; }

  std::string name_;
  std::string path_;
  Shape input_shape_;
  Shape output_shape_;
};

/// A layer that only holds and orders others.
class Composite : public Layer {
 public:
  using Layer::Layer;
  bool is_composite() const final { return true; }

 private:
  void walk_forward(Execution& run) final;
  void walk_backward(Execution& run) final;
  virtual void do_forward(Execution& run) = 0;
  virtual void do_backward(Execution& run) = 0;
};

/// A layer that works on a device. Each pass it has is one step of the schedule.
class Leaf : public Layer {
 public:
  using Layer::Layer;
  bool is_composite() const final { return false; }

  /// Forward first, then backward in the order executed.
  std::span<const Pass> passes() const { return passes_; }
  const Footprint& footprint(Pass pass) const;
  /// 2 x multiply-adds of a pass, taps that fall on padding counted, as published counts do.
  virtual std::int64_t flops(Pass /*pass*/) const { return 0; }
  /// The same without taps that fall on padding: what cannot be left out.
  virtual std::int64_t flops_without_padding(Pass pass) const { return flops(pass); }
  /// The share of a tensor's elements that a pass needs to touch: a 1x1 convolution with stride 2
  /// reads one pixel in four.
  virtual double touched(Pass /*pass*/, const Use& /*use*/) const { return 1; }
  virtual const Op* op() const = 0;
  /// How a pass is computed; "none" where it stands in the schedule but computes nothing.
  std::string algorithm(Pass pass) const;

  /// Canonical paths: where the layers that this leaf does the work of stand in the unfused tree.
  /// Parameters are named and initialised by them.
  std::vector<std::string> members() const;
  void set_members(std::vector<std::string> members) { members_ = std::move(members); }

  /// Runs one pass by itself, as a step: what forward and backward do for one after the other.
  void run_pass(Pass pass, Execution& run);

  /// Gives a leaf that joins two branches its second input. Called before connect.
  void set_shortcut(TensorId shortcut) { shortcut_ = shortcut; }

 protected:
  TensorId shortcut() const { return shortcut_; }
  /// A pass declared again has the new footprint in place of the old.
  void declare(Pass pass, Footprint footprint);
  /// Runs `work` as the step (this, pass): the only place where steps begin and end.
  template <class Work>
  void execute(Pass pass, Execution& run, Work&& work);

 private:
  void walk_forward(Execution& run) final;
  void walk_backward(Execution& run) final;
  virtual void do_forward(Execution& run) = 0;
  /// Every pass but Fwd.
  virtual void do_backward(Pass pass, Execution& run) = 0;
  [[noreturn]] void rethrow_with_path(Pass pass) const;

  std::vector<Pass> passes_;
  std::array<Footprint, pass_count> footprints_;
  std::vector<std::string> members_;
  TensorId shortcut_ = no_tensor;
};

template <class Work>
void Leaf::execute(Pass pass, Execution& run, Work&& work) {
  if (run.open_step(*this, pass)) {
    try {
      work();
    } catch (...) {
      rethrow_with_path(pass);
    }
  }
  run.close_step(*this, pass);
}

/// Calls visit(layer, depth) for `root` and all below it, parents first.
template <class Visit>
void for_each_layer(Layer& root, Visit&& visit, int depth = 0) {
  visit(root, depth);
  for (Layer* child : root.children()) for_each_layer(*child, visit, depth + 1);
}

}  // namespace resnet_bench
