#include "verify/verifier.hpp"

#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host_values.hpp"

#include "benchmark/step_rows.hpp"
#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/fork.hpp"
#include "layers/global_avg_pool.hpp"
#include "layers/linear.hpp"
#include "layers/max_pool.hpp"
#include "layers/relu.hpp"
#include "layers/reorder.hpp"
#include "layers/sgd.hpp"
#include "layers/softmax_cross_entropy.hpp"
#include "verify/checks.hpp"
#include "verify/negated_conv.hpp"

#include <map>
#include <string>
#include <vector>

namespace resnet_bench {
namespace verify {
namespace {

/// Thrown through the walk.
struct Interrupted {};

TensorId tensor_of(const std::vector<Use>& uses, const std::string& role) {
  for (const Use& use : uses) {
    if (use.role == role) return use.tensor;
  }
  return no_tensor;
}

class Verifier : public StepObserver {
 public:
  Verifier(Session& session, const Network& network, const std::atomic<bool>* interrupted)
      : session_(session),
        network_(network),
        backend_(network.backend()),
        interrupted_(interrupted),
        layer_ids_(number_layers(network)),
        negated_(network.backend()) {
    for (const auto& [layer, id] : layer_ids_) {
      const auto* reorder = dynamic_cast<const Reorder*>(layer);
      if (reorder == nullptr) continue;
      const Footprint& forward = reorder->footprint(Pass::Fwd);
      made_from_[tensor_of(forward.writes, "y")] = tensor_of(forward.reads, "x");
    }
    for (const ParameterInfo& parameter : network.assembly().parameters()) {
      for (const TensorId copy : parameter.copies) made_from_[copy] = parameter.value;
    }
  }

  VerificationRecords& records() { return records_; }

  void before(const Leaf& leaf, Pass pass, const Execution& run) override {
    if (interrupted_ != nullptr && *interrupted_) throw Interrupted{};
    if (pass == Pass::Update) buffers_.clear();  // it keeps two copies of all parameters
    operands_.emplace(backend_, buffers_, run, leaf.footprint(pass));
  }

  void after(const Leaf& leaf, Pass pass, const Execution& run) override {
    const std::vector<Verdict> verdicts = check(leaf, pass, run);
    operands_.reset();
    if (const Verdict* found = worst(verdicts)) note(leaf, pass, *found);
  }

 private:
  void note(const Leaf& leaf, Pass pass, const Verdict& found) {
    const Tally& tally = found.tally;
    records_.passes.push_back({.layer = layer_ids_.at(&leaf),
                               .pass = pass,
                               .error = tally.error(),
                               .bound = tally.bound()});
    if (tally.passed()) return;
    ++records_.wrong;
    if (records_.wrong > 1) return;
    records_.reason = leaf.path() + " " + to_string(pass) + " (" + leaf.algorithm(pass) +
                      ") computes wrong: " + found.role + " is off by " +
                      error_text(tally.error()) + " of its terms, allowed is " +
                      error_text(tally.bound()) + ", first at index " +
                      std::to_string(tally.image()) + " of its first axis";
  }

  std::vector<Verdict> check(const Leaf& leaf, Pass pass, const Execution& run) {
    StepOperands& step = *operands_;
    const Footprint& footprint = leaf.footprint(pass);
    if (footprint.writes.empty()) return {};
    const bool forward = pass == Pass::Fwd;
    if (const auto* conv = dynamic_cast<const Conv*>(&leaf)) return check_conv(*conv, pass, run);
    if (const auto* linear = dynamic_cast<const Linear*>(&leaf)) {
      return check_linear(*linear, pass);
    }
    if (const auto* norm = dynamic_cast<const BatchNorm*>(&leaf)) {
      if (forward) return check_batch_norm_forward(norm->desc(), step, signs_[norm]);
      return check_batch_norm_backward(norm->desc(), step, signs_.extract(norm).mapped());
    }
    if (const auto* pool = dynamic_cast<const MaxPool*>(&leaf)) {
      return forward ? check_max_pool_forward(pool->desc(), step)
                     : check_max_pool_backward(pool->desc(), step);
    }
    if (dynamic_cast<const GlobalAvgPool*>(&leaf) != nullptr) {
      return forward ? check_average_forward(step) : check_average_backward(step);
    }
    if (dynamic_cast<const Relu*>(&leaf) != nullptr) {
      return forward ? check_relu_forward(step) : check_relu_backward(step);
    }
    if (dynamic_cast<const Add*>(&leaf) != nullptr || dynamic_cast<const Fork*>(&leaf) != nullptr) {
      return check_add(step);
    }
    if (dynamic_cast<const Reorder*>(&leaf) != nullptr) {
      return forward ? check_reorder(step, "x", "y") : check_reorder(step, "dy", "dx");
    }
    if (dynamic_cast<const SoftmaxCrossEntropy*>(&leaf) != nullptr) {
      return forward ? check_loss_forward(step)
                     : check_loss_backward(step, loss_scale_of(backend_.precision()));
    }
    if (const auto* sgd = dynamic_cast<const Sgd*>(&leaf)) return check_sgd(sgd->desc(), step);
    return {};  // a kind that nothing is known of counts as not verified
  }

  std::vector<Verdict> check_conv(const Conv& conv, Pass pass, const Execution& run) {
    StepOperands& step = *operands_;
    const std::vector<Use>& reads = conv.footprint(pass).reads;
    const TensorId weight = tensor_of(reads, "weight");
    const std::vector<std::byte> bytes = plain_bytes(weight);
    const ConvCheck check(conv.desc(), conv.algorithm(pass), values(weight, bytes),
                          random(conv, pass));
    switch (pass) {
      case Pass::BwdData:
        return check.backward_data(step);
      case Pass::BwdWeights:
        return check.backward_weights(step);
      default:
        break;
    }
    if (!conv.desc().relu) return check.forward(step, nullptr);
    const Tensor twin = negated_.run(conv, run, step, bytes, plain_bytes(tensor_of(reads, "bias")));
    HostTensor negated(backend_, buffers_, twin);
    return check.forward(step, &negated);
  }

  /// A classifier is a convolution of a single pixel.
  std::vector<Verdict> check_linear(const Linear& linear, Pass pass) {
    StepOperands& step = *operands_;
    const TensorId weight = tensor_of(linear.footprint(pass).reads, "weight");
    const ConvDesc desc{.x = linear.input_shape(), .out_channels = linear.output_shape()[1]};
    const ConvCheck check(desc, linear.algorithm(pass), values(weight, plain_bytes(weight)),
                          random(linear, pass));
    if (pass == Pass::Fwd) return check.forward(step, nullptr);
    if (pass == Pass::BwdData) return check.backward_data(step);
    std::vector<Verdict> verdicts = check.backward_weights(step);
    for (Verdict& verdict : check_bias_gradient(step)) verdicts.push_back(std::move(verdict));
    return verdicts;
  }

  /// A tensor's bytes in plain order. What a library keeps transformed is what it was made from.
  std::vector<std::byte> plain_bytes(TensorId id) const {
    if (id == no_tensor) return {};
    const Tensor& tensor = session_.tensor(id);
    if (!backend_.gives_back(tensor.layout)) {
      const auto made_from = made_from_.find(id);
      if (made_from == made_from_.end()) return session_.plain_bytes(id);
      const DataType type = session_.tensor(made_from->second).type;
      return to_bytes(tensor.type, to_doubles(type, plain_bytes(made_from->second)));
    }
    std::vector<std::byte> bytes(
        static_cast<std::size_t>(tensor.shape.elements() * byte_size(tensor.type)));
    backend_.to_plain(tensor, bytes);
    return bytes;
  }

  std::vector<double> values(TensorId id, const std::vector<std::byte>& bytes) const {
    std::vector<double> all;
    if (id == no_tensor) return all;
    const Tensor& tensor = session_.tensor(id);
    all.resize(static_cast<std::size_t>(tensor.shape.elements()));
    convert(tensor.type, bytes.data(), 0, tensor.shape.elements(), all.data());
    return all;
  }

  static RandomStream random(const Leaf& leaf, Pass pass) {
    return RandomStream(1, leaf.path() + " " + to_string(pass));
  }

  Session& session_;
  const Network& network_;
  Backend& backend_;
  const std::atomic<bool>* interrupted_;
  LayerIds layer_ids_;
  std::map<TensorId, TensorId> made_from_;  ///< a Reorder's input, a working copy's parameter
  std::map<const BatchNorm*, Signs> signs_;
  Buffers buffers_;
  NegatedConv negated_;
  std::optional<StepOperands> operands_;
  VerificationRecords records_;
};

}  // namespace
}  // namespace verify

std::optional<VerificationRecords> verify_network(Session& session, const Network& network,
                                                  const std::atomic<bool>* interrupted) {
  const std::int64_t begin = steady_clock_ns();
  verify::Verifier verifier(session, network, interrupted);
  session.execution().observe(&verifier);
  try {
    session.iterate();
  } catch (const verify::Interrupted&) {
    session.execution().observe(nullptr);
    return {};
  } catch (...) {
    session.execution().observe(nullptr);
    throw;
  }
  session.execution().observe(nullptr);
  verifier.records().ns = steady_clock_ns() - begin;
  return std::move(verifier.records());
}

}  // namespace resnet_bench
