#include "verify/step_operands.hpp"

#include <algorithm>
#include <stdexcept>

namespace resnet_bench::verify {

StepOperands::StepOperands(Backend& backend, Buffers& buffers, const Execution& run,
                           const Footprint& footprint)
    : backend_(backend), buffers_(buffers) {
  const auto overwrites = [&](const Tensor& tensor) {
    return std::any_of(footprint.writes.begin(), footprint.writes.end(),
                       [&](const Use& use) { return run[use.tensor].data == tensor.data; });
  };
  for (const Use& use : footprint.reads) {
    const Tensor& tensor = run[use.tensor];
    if (!tensor) continue;
    auto [operand, is_new] = reads_.try_emplace(use.role, backend, buffers, tensor);
    if (overwrites(tensor)) operand->second.keep();
  }
  for (const Use& use : footprint.writes) {
    const Tensor& tensor = run[use.tensor];
    if (tensor) written_.try_emplace(use.role, backend, buffers, tensor);
  }
}

HostTensor* StepOperands::find(ByRole& operands, const std::string& role) {
  const auto found = operands.find(role);
  return found == operands.end() ? nullptr : &found->second;
}

HostTensor& StepOperands::get(ByRole& operands, const std::string& role) {
  HostTensor* found = find(operands, role);
  if (found == nullptr) throw std::logic_error("verify: the step has no operand '" + role + "'");
  return *found;
}

std::vector<std::string> StepOperands::roles_written() const {
  std::vector<std::string> roles;
  for (const auto& [role, operand] : written_) roles.push_back(role);
  return roles;
}

std::vector<double> StepOperands::values(const std::string& role) {
  HostTensor* operand = find_read(role);
  return operand == nullptr ? std::vector<double>() : operand->values();
}

}  // namespace resnet_bench::verify
