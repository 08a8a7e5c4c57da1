#include "layers/shortcut_add.hpp"

#include <stdexcept>

namespace resnet_bench {

ShortCutAdd::ShortCutAdd(std::string name, std::unique_ptr<Sequential> f,
                         std::unique_ptr<Sequential> g, std::unique_ptr<Leaf> join)
    : Composite(std::move(name)),
      fork_(std::make_unique<Fork>("fork")),
      g_(std::move(g)),
      f_(std::move(f)),
      join_(std::move(join)) {}

std::vector<Layer*> ShortCutAdd::children() const {
  return {fork_.get(), g_.get(), f_.get(), join_.get()};
}

TensorId ShortCutAdd::do_connect(Assembly& assembly, TensorId x) {
  fork_->connect(assembly, x);
  const TensorId g = g_->connect(assembly, fork_->to_g());
  const TensorId f = f_->connect(assembly, fork_->to_f());
  join_->set_shortcut(g);
  const TensorId y = join_->connect(assembly, f);
  if (assembly.tensor(y).shape != assembly.tensor(g).shape) {
    throw std::logic_error(path() + ": F gives " + to_string(assembly.tensor(y).shape) +
                           ", G gives " + to_string(assembly.tensor(g).shape));
  }
  // What the join wants in another layout is reordered at the end of the branch it comes from.
  for (auto& reorder : assembly.take_reorders()) {
    Sequential& branch = reorder->footprint(Pass::Fwd).reads.front().tensor == g ? *g_ : *f_;
    reorder->assign_paths(branch.path());
    branch.layers().push_back(std::move(reorder));
  }
  return y;
}

void ShortCutAdd::do_forward(Execution& run) {
  fork_->forward(run);
  g_->forward(run);
  f_->forward(run);
  join_->forward(run);
}

void ShortCutAdd::do_backward(Execution& run) {
  join_->backward(run);
  f_->backward(run);
  g_->backward(run);
  fork_->backward(run);
}

}  // namespace resnet_bench
