#include "layers/conv.hpp"

#include "resnet_bench/checked.hpp"

#include <algorithm>
#include <cmath>

namespace resnet_bench {

Conv::Conv(std::string name, std::int64_t out_channels, std::int64_t kernel, std::int64_t stride,
           std::int64_t pad, ConvEpilogue epilogue)
    : Leaf(std::move(name)),
      desc_{.out_channels = out_channels,
            .kernel = kernel,
            .stride = stride,
            .pad = pad,
            .bias = epilogue.batch_norm,
            .add = epilogue.add,
            .relu = epilogue.relu},
      epilogue_(epilogue) {}

std::string Conv::kind() const {
  return std::string("Conv") + (desc_.bias ? "Bias" : "") + (desc_.add ? "Add" : "") +
         (desc_.relu ? "ReLU" : "");
}

std::vector<Attribute> Conv::attributes() const {
  return {{"kernel", std::to_string(desc_.kernel)},
          {"stride", std::to_string(desc_.stride)},
          {"pad", std::to_string(desc_.pad)}};
}

std::string Conv::signature() const {
  const std::string k = std::to_string(desc_.kernel);
  return "(" + k + "x" + k + ",pad=" + std::to_string(desc_.pad) +
         ",s=" + std::to_string(desc_.stride) + ")";
}

std::int64_t Conv::flops(Pass /*pass*/) const {
  return checked_multiply(2 * desc_.x.c() * desc_.kernel * desc_.kernel, desc_.y().elements());
}

std::int64_t Conv::flops_without_padding(Pass /*pass*/) const {
  const Shape y = desc_.y();
  // Taps within x, over all outputs along one edge.
  const auto taps = [&](std::int64_t extent, std::int64_t outputs) {
    std::int64_t count = 0;
    for (std::int64_t output = 0; output < outputs; ++output) {
      const std::int64_t first = output * desc_.stride - desc_.pad;
      count += std::max<std::int64_t>(
          0, std::min(first + desc_.kernel, extent) - std::max<std::int64_t>(first, 0));
    }
    return count;
  };
  const std::int64_t positions = taps(desc_.x.h(), y.h()) * taps(desc_.x.w(), y.w());
  return checked_multiply(2 * desc_.x.c() * y.c(), checked_multiply(y.n(), positions));
}

double Conv::touched(Pass /*pass*/, const Use& use) const {
  if (use.tensor != x_ || desc_.kernel >= desc_.stride) return 1;
  const Shape y = desc_.y();
  const std::int64_t pixels = y.h() * y.w() * desc_.kernel * desc_.kernel;
  return static_cast<double>(pixels) / static_cast<double>(desc_.x.h() * desc_.x.w());
}

/// Value, gradient and momentum lie as BwdWeights writes the gradient, so that the update meets one
/// layout.
void Conv::connect_weights(Assembly& assembly) {
  const Pass writer = assembly.training() ? Pass::BwdWeights : Pass::Fwd;
  weight_ = assembly.parameter(ParameterKind::conv_weight, members().front() + "/weight",
                               desc_.weight(), op_->weight_layout(writer));
  forward_weight_ = assembly.working_weight(weight_, op_->weight_layout(Pass::Fwd));
}

/// w'[o,...] = w[o,...] * gamma[o] / sqrt(variance[o] + epsilon), bias = beta - mean * that factor.
void Conv::connect_folded_weights(Assembly& assembly) {
  const std::string conv = members().at(0);
  const std::string norm = members().at(1);
  const Shape weight = desc_.weight();
  const Shape channels{desc_.out_channels};
  using enum ParameterKind;
  assembly.folded_parameter(conv_weight, conv + "/weight", weight);
  assembly.folded_parameter(batch_norm_weight, norm + "/weight", channels);
  assembly.folded_parameter(batch_norm_bias, norm + "/bias", channels);
  assembly.folded_parameter(running_mean, norm + "/running_mean", channels);
  assembly.folded_parameter(running_variance, norm + "/running_var", channels);

  const auto factor = [=, epsilon = epilogue_.epsilon](const InitialValues& initial) {
    std::vector<double> factors = initial.make(batch_norm_weight, norm + "/weight", channels);
    const auto variance = initial.make(running_variance, norm + "/running_var", channels);
    for (std::size_t o = 0; o < factors.size(); ++o) factors[o] /= std::sqrt(variance[o] + epsilon);
    return factors;
  };
  const NumberTypes types = assembly.backend().types();
  forward_weight_ = assembly.constant(
      path() + "/weight", weight, types.weight, op_->weight_layout(Pass::Fwd),
      [=](const InitialValues& initial) {
        std::vector<double> values = initial.make(conv_weight, conv + "/weight", weight);
        const std::vector<double> factors = factor(initial);
        const std::size_t per_channel = values.size() / factors.size();
        for (std::size_t i = 0; i < values.size(); ++i) values[i] *= factors[i / per_channel];
        return values;
      });
  bias_ = assembly.constant(
      path() + "/bias", channels, op_->reads_bias_as_weight() ? types.weight : types.parameter,
      LayoutId::plain, [=](const InitialValues& initial) {
        std::vector<double> values = initial.make(batch_norm_bias, norm + "/bias", channels);
        const auto mean = initial.make(running_mean, norm + "/running_mean", channels);
        const std::vector<double> factors = factor(initial);
        for (std::size_t o = 0; o < values.size(); ++o) values[o] -= mean[o] * factors[o];
        return values;
      });
}

TensorId Conv::do_connect(Assembly& assembly, TensorId x) {
  desc_.x = assembly.tensor(x).shape;
  op_ = assembly.backend().make_conv(desc_);
  const LayoutId layout = op_->activation_layout();
  x_ = assembly.in_layout(x, op_->input_layout());
  if (desc_.add) added_ = assembly.in_layout(shortcut(), layout);
  if (epilogue_.batch_norm) {
    connect_folded_weights(assembly);
  } else {
    connect_weights(assembly);
  }
  y_ = assembly.activation(*this, desc_.y(), layout);
  forward_scratch_ = assembly.scratch(*this, Pass::Fwd);
  Footprint forward{
      .reads = {{"x", x_}, {"weight", forward_weight_}, {"bias", bias_}, {"shortcut", added_}},
      .writes = {{"y", y_}, {"scratch", forward_scratch_}}};
  if (desc_.add && op_->output_may_be_shortcut()) forward.may_share.push_back({y_, added_});
  declare(Pass::Fwd, std::move(forward));

  if (!assembly.training()) return y_;
  dy_ = assembly.gradient(y_);
  dx_ = assembly.gradient(x_);
  if (dx_ != no_tensor) {
    const LayoutId wanted = op_->weight_layout(Pass::BwdData);
    data_weight_ = wanted == op_->weight_layout(Pass::Fwd)
                       ? forward_weight_
                       : assembly.working_weight(weight_, wanted);
    data_scratch_ = assembly.scratch(*this, Pass::BwdData);
    declare(Pass::BwdData, {.reads = {{"dy", dy_}, {"weight", data_weight_}},
                            .writes = {{"dx", dx_}, {"scratch", data_scratch_}}});
  }
  weights_scratch_ = assembly.scratch(*this, Pass::BwdWeights);
  declare(Pass::BwdWeights,
          {.reads = {{"x", x_}, {"dy", dy_}},
           .writes = {{"dweight", weight_.gradient}, {"scratch", weights_scratch_}}});
  return y_;
}

void Conv::do_forward(Execution& run) {
  op_->forward({.x = run[x_],
                .weight = run[forward_weight_],
                .bias = run[bias_],
                .shortcut = run[added_],
                .y = run[y_],
                .scratch = run[forward_scratch_]});
}

void Conv::do_backward(Pass pass, Execution& run) {
  if (pass == Pass::BwdData) {
    op_->backward_data({.dy = run[dy_],
                        .weight = run[data_weight_],
                        .dx = run[dx_],
                        .scratch = run[data_scratch_]});
  } else {
    op_->backward_weights({.x = run[x_],
                           .dy = run[dy_],
                           .dweight = run[weight_.gradient],
                           .scratch = run[weights_scratch_]});
  }
}

}  // namespace resnet_bench
