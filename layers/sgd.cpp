#include "layers/sgd.hpp"

#include "resnet_bench/text.hpp"

#include <stdexcept>

namespace resnet_bench {

Sgd::Sgd(std::string name, const SgdDesc& desc) : Leaf(std::move(name)), desc_(desc) {}

std::vector<Attribute> Sgd::attributes() const {
  return {{"learning_rate", to_text(desc_.learning_rate)},
          {"momentum", to_text(desc_.momentum_factor)},
          {"weight_decay", to_text(desc_.weight_decay)}};
}

TensorId Sgd::do_connect(Assembly& assembly, TensorId x) {
  op_ = assembly.backend().make_sgd(desc_);
  Footprint update;
  for (const ParameterInfo& parameter : assembly.parameters()) {
    if (!parameter.trained()) continue;
    parameters_.push_back(parameter);
    update.reads.push_back({"gradient:" + parameter.path, parameter.gradient});
    for (auto* uses : {&update.reads, &update.writes}) {
      uses->push_back({"value:" + parameter.path, parameter.value});
      uses->push_back({"momentum:" + parameter.path, parameter.momentum});
    }
  }
  tensors_.resize(parameters_.size());
  declare(Pass::Update, std::move(update));
  return x;
}

void Sgd::update(Execution& run) {
  execute(Pass::Update, run, [&] {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      tensors_[i] = {.value = run[parameters_[i].value],
                     .gradient = run[parameters_[i].gradient],
                     .momentum = run[parameters_[i].momentum]};
    }
    op_->update(tensors_);
  });
}

void Sgd::do_forward(Execution& /*run*/) { throw std::logic_error("the optimiser has no forward"); }

void Sgd::do_backward(Pass /*pass*/, Execution& /*run*/) {
  throw std::logic_error("the optimiser has no backward");
}

}  // namespace resnet_bench
