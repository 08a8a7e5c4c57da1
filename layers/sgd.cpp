#include "layers/sgd.hpp"

#include "resnet_bench/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace resnet_bench {

Sgd::Sgd(std::string name, const SgdDesc& desc) : Leaf(std::move(name)), desc_(desc) {}

std::vector<Attribute> Sgd::attributes() const {
  return {{"learning_rate", to_text(desc_.learning_rate)},
          {"momentum", to_text(desc_.momentum_factor)},
          {"weight_decay", to_text(desc_.weight_decay)}};
}

TensorId Sgd::do_connect(Assembly& assembly, TensorId x) {
  desc_.loss_scale = loss_scale_of(assembly.backend().precision());
  Footprint update;
  for (const ParameterInfo& parameter : assembly.parameters()) {
    if (!parameter.trained()) continue;
    parameters_.push_back(parameter);
    update.reads.push_back({"gradient:" + parameter.path, parameter.gradient});
    for (auto* uses : {&update.reads, &update.writes}) {
      uses->push_back({"value:" + parameter.path, parameter.value});
      uses->push_back({"momentum:" + parameter.path, parameter.momentum});
    }
    for (const TensorId copy : parameter.copies) {
      update.writes.push_back({"copy:" + assembly.tensor(copy).name, copy});
    }
  }
  copies_.resize(parameters_.size());
  bind([&](TensorId id) {
    const TensorInfo& info = assembly.tensor(id);
    return Tensor{.shape = info.shape, .type = info.type, .layout = info.layout};
  });
  op_ = assembly.backend().make_sgd(desc_, tensors_);
  declare(Pass::Update, std::move(update));
  return x;
}

template <class TensorOf>
void Sgd::bind(const TensorOf& tensor_of) {
  tensors_.resize(parameters_.size());
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const ParameterInfo& parameter = parameters_[i];
    copies_[i].resize(parameter.copies.size());
    std::transform(parameter.copies.begin(), parameter.copies.end(), copies_[i].begin(), tensor_of);
    tensors_[i] = {.value = tensor_of(parameter.value),
                   .gradient = tensor_of(parameter.gradient),
                   .momentum = tensor_of(parameter.momentum),
                   .copies = copies_[i]};
  }
}

void Sgd::update(Execution& run) { run_pass(Pass::Update, run); }

void Sgd::do_forward(Execution& /*run*/) { throw std::logic_error("the optimiser has no forward"); }

void Sgd::do_backward(Pass pass, Execution& run) {
  if (pass != Pass::Update) throw std::logic_error("the optimiser has no backward");
  bind([&](TensorId id) { return run[id]; });
  op_->update(tensors_);
}

}  // namespace resnet_bench
