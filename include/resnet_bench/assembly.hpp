#pragma once

#include "resnet_bench/backend.hpp"
#include "resnet_bench/initial_values.hpp"

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

class Layer;
class Leaf;

/// A parameter or statistic of the unfused network.
struct ParameterInfo {
  std::string path;  ///< canonical: "resnet50/stem/conv/weight"
  ParameterKind kind = ParameterKind::conv_weight;
  Shape shape;
  TensorId value = no_tensor;     ///< no_tensor: folded into another
  TensorId gradient = no_tensor;  ///< no_tensor for statistics and in inference
  TensorId momentum = no_tensor;
  /// In the types and layouts in which passes read it, where these are not the value's own; the
  /// update writes them too.
  std::vector<TensorId> copies;

  bool trained() const {
    return kind != ParameterKind::running_mean && kind != ParameterKind::running_variance;
  }
};

/// Makes a persistent tensor's first contents, row-major of its logical shape.
using Initialiser = std::function<std::vector<double>(const InitialValues&)>;

/// What layers ask for while they are connected: tensors by role, and the backend for their ops.
class Assembly {
 public:
  Assembly(Backend& backend, bool training);
  ~Assembly();

  Backend& backend() const { return backend_; }
  bool training() const { return training_; }

  const TensorInfo& tensor(TensorId id) const { return tensors_[index_of(id)]; }
  const std::vector<TensorInfo>& tensors() const { return tensors_; }
  const std::vector<ParameterInfo>& parameters() const { return parameters_; }

  /// The network's input, and `labels` where asked: they get no gradient.
  TensorId input(const std::string& name, const Shape& shape);
  TensorId labels(const std::string& name, std::int64_t count);
  TensorId activation(const Layer& layer, const Shape& shape, LayoutId layout);
  /// Logits and loss: read when the iteration is over.
  TensorId result(const Layer& layer, const std::string& name, const Shape& shape);
  /// Written in forward for this layer's backward.
  TensorId saved(const Layer& layer, const std::string& name, const Shape& shape, DataType type,
                 LayoutId layout);
  /// no_tensor for 0 bytes.
  TensorId scratch(const Leaf& leaf, Pass pass);

  /// The gradient of an activation, the same id at every call; no_tensor in inference and for
  /// what needs none.
  TensorId gradient(TensorId activation);

  /// A leaf whose backward can add up two gradients of its output says so; `take` is called where
  /// they come from a fork's branches, and gradient(activation) is then never written.
  using TakeGradients = std::function<void(TensorId first, TensorId second)>;
  void offer_to_add_gradients(TensorId activation, TakeGradients take);
  /// Gives the gradients of a forked activation's branches to the leaf before; false: it takes one.
  bool give_gradients(TensorId activation, TensorId first, TensorId second);

  /// Another name for a tensor's memory: what a fork hands to its branches. It has a gradient of
  /// its own.
  TensorId view(const Layer& layer, const std::string& name, TensorId of);
  /// Lets `gradient` be the memory of `of`: both inputs of an addition have its output's gradient.
  void share_gradient(TensorId gradient, TensorId of);

  /// A trained parameter, with gradient and momentum in training, or a statistic. `fan_in` as in
  /// InitialValues::make.
  ParameterInfo parameter(ParameterKind kind, const std::string& path, const Shape& shape,
                          LayoutId layout = LayoutId::plain, std::int64_t fan_in = 0);
  /// A weight as a pass reads it, in the backend's type of weights: a working copy where the
  /// parameter is of another type, else the parameter itself, or a Reorder leaf's output. In
  /// inference nothing else reads the parameter, which is then kept as the first pass wants it.
  TensorId working_weight(const ParameterInfo& parameter, LayoutId layout);
  /// The working copies of a parameter, by its value; none of other tensors.
  std::span<const TensorId> copies_of(TensorId value) const;
  /// A parameter of the unfused network that was folded into another tensor.
  void folded_parameter(ParameterKind kind, const std::string& path, const Shape& shape);
  /// A constant computed from initial values: folded weights.
  TensorId constant(const std::string& name, const Shape& shape, DataType type, LayoutId layout,
                    Initialiser initialiser);
  const std::vector<std::pair<TensorId, Initialiser>>& initialisers() const {
    return initialisers_;
  }
  /// How a constant's values are made; null for other tensors.
  const Initialiser* constant_initialiser(TensorId id) const;

  /// x in the layout that a leaf wants: x itself, or the output of a Reorder leaf, which the
  /// composite being connected takes over (take_reorders) and puts before the leaf.
  TensorId in_layout(TensorId x, LayoutId layout);
  std::vector<std::unique_ptr<Leaf>> take_reorders();
  /// How in_layout makes its leaf; layers/ gives it, so that this file need not know a layer.
  using ReorderFactory = std::function<std::unique_ptr<Leaf>(LayoutId)>;
  void set_reorder_factory(ReorderFactory factory) { make_reorder_ = std::move(factory); }

 private:
  TensorId add(TensorInfo info);

  Backend& backend_;
  bool training_;
  std::vector<TensorInfo> tensors_;
  std::vector<TensorId> gradients_;  ///< by activation
  std::vector<bool> needs_gradient_;
  std::vector<ParameterInfo> parameters_;
  std::vector<std::pair<TensorId, Initialiser>> initialisers_;
  std::vector<TensorId> constants_;
  std::map<TensorId, TakeGradients> gradient_takers_;
  std::vector<std::unique_ptr<Leaf>> reorders_;
  ReorderFactory make_reorder_;
};

}  // namespace resnet_bench
