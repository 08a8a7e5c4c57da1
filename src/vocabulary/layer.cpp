#include "resnet_bench/layer.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace resnet_bench {

std::string Layer::module() const {
  return kind() + signature() + " " + to_string(input_shape_) + "->" + to_string(output_shape_);
}

void Layer::assign_paths(const std::string& parent_path) {
  path_ = parent_path.empty() ? name_ : parent_path + "/" + name_;
  for (Layer* child : children()) child->assign_paths(path_);
}

TensorId Layer::connect(Assembly& assembly, TensorId x) {
  input_shape_ = assembly.tensor(x).shape;
  const TensorId y = do_connect(assembly, x);
  output_shape_ = assembly.tensor(y).shape;
  return y;
}

void Composite::walk_forward(Execution& run) {
  run.enter(*this, Direction::forward);
  do_forward(run);
  run.leave(*this, Direction::forward);
}

void Composite::walk_backward(Execution& run) {
  run.enter(*this, Direction::backward);
  do_backward(run);
  run.leave(*this, Direction::backward);
}

const Footprint& Leaf::footprint(Pass pass) const {
  return footprints_[static_cast<std::size_t>(pass)];
}

std::string Leaf::algorithm(Pass pass) const {
  const Footprint& used = footprint(pass);
  return used.reads.empty() && used.writes.empty() ? "none" : op()->algorithm(pass);
}

std::vector<std::string> Leaf::members() const {
  return members_.empty() ? std::vector<std::string>{path()} : members_;
}

void Leaf::declare(Pass pass, Footprint footprint) {
  // Absent optional arguments are named by the leaf all the same; they touch nothing.
  const auto absent = [](const Use& use) { return use.tensor == no_tensor; };
  std::erase_if(footprint.reads, absent);
  std::erase_if(footprint.writes, absent);
  if (std::find(passes_.begin(), passes_.end(), pass) == passes_.end()) passes_.push_back(pass);
  footprints_[static_cast<std::size_t>(pass)] = std::move(footprint);
}

void Leaf::run_pass(Pass pass, Execution& run) {
  execute(pass, run, [&] { pass == Pass::Fwd ? do_forward(run) : do_backward(pass, run); });
}

void Leaf::walk_forward(Execution& run) { run_pass(Pass::Fwd, run); }

void Leaf::walk_backward(Execution& run) {
  for (Pass pass : passes_) {
    if (pass == Pass::Bwd || pass == Pass::BwdData || pass == Pass::BwdWeights) {
      run_pass(pass, run);
    }
  }
}

void Leaf::rethrow_with_path(Pass pass) const {
  const std::string where = path() + " " + to_string(pass) + ": ";
  try {
    throw;
  } catch (const std::exception& error) {
    throw RunError(where + error.what());
  }
}

}  // namespace resnet_bench
