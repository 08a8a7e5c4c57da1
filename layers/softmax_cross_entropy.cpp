#include "layers/softmax_cross_entropy.hpp"

namespace resnet_bench {

TensorId SoftmaxCrossEntropy::do_connect(Assembly& assembly, TensorId x) {
  logits_ = x;
  const TensorInfo logits = assembly.tensor(x);
  op_ = assembly.backend().make_softmax_cross_entropy(
      {.logits = logits.shape, .loss_scale = loss_scale_of(assembly.backend().precision())});
  probabilities_ =
      assembly.saved(*this, "probabilities", logits.shape, logits.type, LayoutId::plain);
  loss_ = assembly.result(*this, "loss", {1});
  scratch_ = assembly.scratch(*this, Pass::Fwd);
  dlogits_ = assembly.gradient(logits_);
  declare(Pass::Fwd,
          {.reads = {{"logits", logits_}, {"labels", labels_}},
           .writes = {{"probabilities", probabilities_}, {"loss", loss_}, {"scratch", scratch_}}});
  declare(Pass::Bwd, {.reads = {{"probabilities", probabilities_}, {"labels", labels_}},
                      .writes = {{"dlogits", dlogits_}},
                      .may_share = {{dlogits_, probabilities_}}});
  return loss_;
}

void SoftmaxCrossEntropy::do_forward(Execution& run) {
  op_->forward({.logits = run[logits_],
                .labels = run[labels_],
                .probabilities = run[probabilities_],
                .loss = run[loss_],
                .scratch = run[scratch_]});
}

void SoftmaxCrossEntropy::do_backward(Pass /*pass*/, Execution& run) {
  op_->backward(
      {.probabilities = run[probabilities_], .labels = run[labels_], .dlogits = run[dlogits_]});
}

}  // namespace resnet_bench
