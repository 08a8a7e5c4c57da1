#include "resnet_bench/assembly.hpp"

#include "resnet_bench/layer.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace resnet_bench {

Assembly::Assembly(Backend& backend, bool training) : backend_(backend), training_(training) {
  add({.name = "absent"});  // no_tensor
}

Assembly::~Assembly() = default;

TensorId Assembly::add(TensorInfo info) {
  if (!tensors_.empty()) info.bytes = backend_.bytes(info.shape, info.type, info.layout);
  const auto id = static_cast<TensorId>(tensors_.size());
  tensors_.push_back(std::move(info));
  gradients_.push_back(no_tensor);
  needs_gradient_.push_back(false);
  return id;
}

TensorId Assembly::input(const std::string& name, const Shape& shape) {
  return add({.name = name,
              .shape = shape,
              .type = backend_.types().activation,
              .layout = backend_.input_layout(),
              .role = TensorRole::input});
}

TensorId Assembly::labels(const std::string& name, std::int64_t count) {
  return add({.name = name, .shape = {count}, .type = DataType::i32, .role = TensorRole::labels});
}

TensorId Assembly::activation(const Layer& layer, const Shape& shape, LayoutId layout) {
  const TensorId id = add({.name = layer.path() + "/y",
                           .shape = shape,
                           .type = backend_.types().activation,
                           .layout = layout,
                           .role = TensorRole::activation});
  needs_gradient_[index_of(id)] = training_;
  return id;
}

TensorId Assembly::result(const Layer& layer, const std::string& name, const Shape& shape) {
  const TensorId id = add({.name = layer.path() + "/" + name,
                           .shape = shape,
                           .type = backend_.types().parameter,
                           .role = TensorRole::result});
  needs_gradient_[index_of(id)] = training_;
  return id;
}

TensorId Assembly::saved(const Layer& layer, const std::string& name, const Shape& shape,
                         DataType type, LayoutId layout) {
  return add({.name = layer.path() + "/" + name,
              .shape = shape,
              .type = type,
              .layout = layout,
              .role = TensorRole::saved});
}

TensorId Assembly::scratch(const Leaf& leaf, Pass pass) {
  const std::int64_t bytes = leaf.op()->scratch_bytes(pass);
  if (bytes == 0) return no_tensor;
  return add({.name = leaf.path() + "/scratch/" + to_string(pass),
              .shape = {bytes},
              .type = DataType::u8,
              .role = TensorRole::scratch});
}

TensorId Assembly::gradient(TensorId activation) {
  const std::size_t index = index_of(activation);
  if (!needs_gradient_[index]) return no_tensor;
  if (gradients_[index] == no_tensor) {
    TensorInfo info = tensors_[index];
    info.name = "d(" + info.name + ")";
    info.role = TensorRole::gradient;
    info.alias_of = no_tensor;
    const TensorId id = add(std::move(info));
    gradients_[index] = id;
  }
  return gradients_[index];
}

void Assembly::offer_to_add_gradients(TensorId activation, TakeGradients take) {
  gradient_takers_[activation] = std::move(take);
}

bool Assembly::give_gradients(TensorId activation, TensorId first, TensorId second) {
  const auto taker = gradient_takers_.find(activation);
  if (taker == gradient_takers_.end()) return false;
  taker->second(first, second);
  return true;
}

TensorId Assembly::view(const Layer& layer, const std::string& name, TensorId of) {
  TensorInfo info = tensors_[index_of(of)];
  info.name = layer.path() + "/" + name;
  info.alias_of = of;
  const TensorId id = add(std::move(info));
  needs_gradient_[index_of(id)] = needs_gradient_[index_of(of)];
  return id;
}

void Assembly::share_gradient(TensorId gradient, TensorId of) {
  if (gradient != no_tensor) tensors_[index_of(gradient)].alias_of = of;
}

ParameterInfo Assembly::parameter(ParameterKind kind, const std::string& path, const Shape& shape,
                                  LayoutId layout, std::int64_t fan_in) {
  ParameterInfo parameter{.path = path, .kind = kind, .shape = shape};
  TensorInfo info{.name = path,
                  .shape = shape,
                  .type = backend_.types().parameter,
                  .layout = layout,
                  .role = parameter.trained() ? TensorRole::parameter : TensorRole::statistic};
  parameter.value = add(info);
  if (training_ && parameter.trained()) {
    info.name = "d(" + path + ")";
    info.role = TensorRole::parameter_gradient;
    parameter.gradient = add(info);
    info.name = path + "/momentum";
    info.role = TensorRole::momentum;
    parameter.momentum = add(info);
  }
  parameters_.push_back(parameter);
  initialisers_.emplace_back(parameter.value, [=](const InitialValues& values) {
    return values.make(kind, path, shape, fan_in);
  });
  return parameter;
}

TensorId Assembly::working_weight(const ParameterInfo& parameter, LayoutId layout) {
  TensorInfo& value = tensors_[index_of(parameter.value)];
  const DataType type = backend_.types().weight;
  if (!training_) {
    value.type = type;
    value.layout = layout;
    value.bytes = backend_.bytes(value.shape, type, layout);
    return parameter.value;
  }
  if (value.type == type) return in_layout(parameter.value, layout);
  const auto known = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const auto& p) { return p.value == parameter.value; });
  for (const TensorId copy : known->copies) {
    if (tensor(copy).layout == layout) return copy;
  }
  known->copies.push_back(
      add({.name = value.name + "/" + to_string(type) + "/" + backend_.layout_name(layout),
           .shape = value.shape,
           .type = type,
           .layout = layout,
           .role = TensorRole::working_weight}));
  return known->copies.back();
}

std::span<const TensorId> Assembly::copies_of(TensorId value) const {
  for (const ParameterInfo& parameter : parameters_) {
    if (parameter.value == value) return parameter.copies;
  }
  return {};
}

void Assembly::folded_parameter(ParameterKind kind, const std::string& path, const Shape& shape) {
  parameters_.push_back({.path = path, .kind = kind, .shape = shape});
}

TensorId Assembly::constant(const std::string& name, const Shape& shape, DataType type,
                            LayoutId layout, Initialiser initialiser) {
  const TensorId id = add({.name = name,
                           .shape = shape,
                           .type = type,
                           .layout = layout,
                           .role = TensorRole::parameter});
  initialisers_.emplace_back(id, std::move(initialiser));
  constants_.push_back(id);
  return id;
}

const Initialiser* Assembly::constant_initialiser(TensorId id) const {
  if (std::find(constants_.begin(), constants_.end(), id) == constants_.end()) return nullptr;
  const auto found = std::find_if(initialisers_.begin(), initialisers_.end(),
                                  [&](const auto& entry) { return entry.first == id; });
  return &found->second;
}

TensorId Assembly::in_layout(TensorId x, LayoutId layout) {
  if (tensor(x).layout == layout) return x;
  if (!make_reorder_) throw std::logic_error("no factory for Reorder leaves was set");
  reorders_.push_back(make_reorder_(layout));
  return reorders_.back()->connect(*this, x);
}

std::vector<std::unique_ptr<Leaf>> Assembly::take_reorders() {
  return std::exchange(reorders_, {});
}

}  // namespace resnet_bench
