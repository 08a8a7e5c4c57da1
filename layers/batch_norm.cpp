#include "layers/batch_norm.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/text.hpp"

namespace resnet_bench {

BatchNorm::BatchNorm(std::string name, bool add, bool relu)
    : Leaf(std::move(name)), desc_{.add = add, .relu = relu} {}

std::string BatchNorm::kind() const {
  return std::string("BatchNorm") + (desc_.add ? "Add" : "") + (desc_.relu ? "ReLU" : "");
}

std::vector<Attribute> BatchNorm::attributes() const {
  return {{"epsilon", to_text(desc_.epsilon)}, {"momentum", to_text(desc_.momentum)}};
}

TensorId BatchNorm::do_connect(Assembly& assembly, TensorId x) {
  desc_.x = assembly.tensor(x).shape;
  training_ = assembly.training();
  if (training_ && desc_.x.n() * desc_.x.h() * desc_.x.w() == 1) {
    throw Refusal(path() + ": training needs more than one value a channel, and batch " +
                  std::to_string(desc_.x.n()) + " leaves one here " + to_string(desc_.x) +
                  "; take a larger --batch or --image-size");
  }
  op_ = assembly.backend().make_batch_norm(desc_);
  const LayoutId layout = op_->activation_layout();
  x_ = assembly.in_layout(x, layout);
  if (desc_.add) added_ = assembly.in_layout(shortcut(), layout);

  const std::string canonical = members().front();
  const Shape channels{desc_.x.c()};
  using enum ParameterKind;
  gamma_ = assembly.parameter(batch_norm_weight, canonical + "/weight", channels);
  beta_ = assembly.parameter(batch_norm_bias, canonical + "/bias", channels);
  running_mean_ = assembly.parameter(running_mean, canonical + "/running_mean", channels);
  running_variance_ = assembly.parameter(running_variance, canonical + "/running_var", channels);
  y_ = assembly.activation(*this, desc_.x, layout);
  if (training_) {
    connect_training(assembly);
  } else {
    connect_inference(assembly);
  }
  return y_;
}

void BatchNorm::connect_inference(Assembly& assembly) {
  forward_scratch_ = assembly.scratch(*this, Pass::Fwd);
  declare(Pass::Fwd, {.reads = {{"x", x_},
                                {"gamma", gamma_.value},
                                {"beta", beta_.value},
                                {"shortcut", added_},
                                {"running_mean", running_mean_.value},
                                {"running_variance", running_variance_.value}},
                      .writes = {{"y", y_}, {"scratch", forward_scratch_}},
                      .may_share = {{y_, x_}, {y_, added_}}});
}

void BatchNorm::connect_training(Assembly& assembly) {
  const Shape channels{desc_.x.c()};
  const DataType type = assembly.backend().types().parameter;
  saved_mean_ = assembly.saved(*this, "saved_mean", channels, type, LayoutId::plain);
  saved_inv_std_ = assembly.saved(*this, "saved_inv_std", channels, type, LayoutId::plain);
  if (desc_.relu && op_->mask_bytes() > 0) {
    mask_ = assembly.saved(*this, "mask", {op_->mask_bytes()}, DataType::u8, LayoutId::plain);
  }
  forward_scratch_ = assembly.scratch(*this, Pass::Fwd);
  declare(Pass::Fwd, {.reads = {{"x", x_},
                                {"gamma", gamma_.value},
                                {"beta", beta_.value},
                                {"shortcut", added_},
                                {"running_mean", running_mean_.value},
                                {"running_variance", running_variance_.value}},
                      .writes = {{"y", y_},
                                 {"mask", mask_},
                                 {"running_mean", running_mean_.value},
                                 {"running_variance", running_variance_.value},
                                 {"saved_mean", saved_mean_},
                                 {"saved_inv_std", saved_inv_std_},
                                 {"scratch", forward_scratch_}},
                      .may_share = {{y_, added_}}});

  dy_ = assembly.gradient(y_);
  dx_ = assembly.gradient(x_);
  dadded_ = assembly.gradient(added_);
  backward_scratch_ = assembly.scratch(*this, Pass::Bwd);
  declare_backward();
  // The first pass of the backward writes the shortcut's gradient anyway, the sum of both as well.
  if (!desc_.add) return;
  assembly.offer_to_add_gradients(y_, [this](TensorId first, TensorId second) {
    dy_ = first;
    dy2_ = second;
    declare_backward();
  });
}

void BatchNorm::declare_backward() {
  declare(Pass::Bwd, {.reads = {{"x", x_},
                                {"y", desc_.relu && mask_ == no_tensor ? y_ : no_tensor},
                                {"mask", mask_},
                                {"dy", dy_},
                                {"dy2", dy2_},
                                {"gamma", gamma_.value},
                                {"saved_mean", saved_mean_},
                                {"saved_inv_std", saved_inv_std_}},
                      .writes = {{"dx", dx_},
                                 {"dshortcut", dadded_},
                                 {"dgamma", gamma_.gradient},
                                 {"dbeta", beta_.gradient},
                                 {"scratch", backward_scratch_}},
                      .may_share = {{dadded_, dy_}, {dx_, dy_}, {dadded_, dy2_}, {dx_, dy2_}}});
}

void BatchNorm::do_forward(Execution& run) {
  if (training_) {
    op_->forward_training({.x = run[x_],
                           .gamma = run[gamma_.value],
                           .beta = run[beta_.value],
                           .shortcut = run[added_],
                           .running_mean = run[running_mean_.value],
                           .running_variance = run[running_variance_.value],
                           .saved_mean = run[saved_mean_],
                           .saved_inv_std = run[saved_inv_std_],
                           .y = run[y_],
                           .mask = run[mask_],
                           .scratch = run[forward_scratch_]});
  } else {
    op_->forward_inference({.x = run[x_],
                            .gamma = run[gamma_.value],
                            .beta = run[beta_.value],
                            .shortcut = run[added_],
                            .running_mean = run[running_mean_.value],
                            .running_variance = run[running_variance_.value],
                            .y = run[y_],
                            .scratch = run[forward_scratch_]});
  }
}

void BatchNorm::do_backward(Pass /*pass*/, Execution& run) {
  op_->backward({.x = run[x_],
                 .y = desc_.relu && mask_ == no_tensor ? run[y_] : Tensor{},
                 .mask = run[mask_],
                 .dy = run[dy_],
                 .dy2 = run[dy2_],
                 .gamma = run[gamma_.value],
                 .saved_mean = run[saved_mean_],
                 .saved_inv_std = run[saved_inv_std_],
                 .dx = run[dx_],
                 .dshortcut = run[dadded_],
                 .dgamma = run[gamma_.gradient],
                 .dbeta = run[beta_.gradient],
                 .scratch = run[backward_scratch_]});
}

}  // namespace resnet_bench
