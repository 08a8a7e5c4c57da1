#include "plan/network.hpp"

#include "layers/reorder.hpp"
#include "layers/softmax_cross_entropy.hpp"
#include "models/catalogue.hpp"

namespace resnet_bench {
namespace {

constexpr std::int64_t image_channels = 3;

std::unique_ptr<Sequential> build_fused(const NetworkOptions& options) {
  auto model = build_model(options.model, options.variant, options.classes);
  fuse(*model, options.fusion);
  return model;
}

}  // namespace

Network::Network(Backend& backend, const NetworkOptions& options)
    : Network(backend, options, build_fused(options)) {}

Network::Network(Backend& backend, const NetworkOptions& options, std::unique_ptr<Sequential> tree)
    : options_(options), assembly_(backend, options.training), root_(std::move(tree)) {
  if (options.training && options.fusion == Fusion::fold) {
    throw Refusal("--fusion fold is for --mode infer; training allows auto, none and bn");
  }
  assembly_.set_reorder_factory([count = 0](LayoutId to) mutable -> std::unique_ptr<Leaf> {
    return std::make_unique<Reorder>("reorder" + std::to_string(++count), to);
  });
  connect();
}

void Network::connect() {
  const Shape shape{options_.batch, image_channels, options_.image_size, options_.image_size};
  for (std::int64_t i = 0; i < options_.input_batches; ++i) {
    Batch batch{.input = assembly_.input("input" + std::to_string(i), shape)};
    if (options_.training) {
      batch.labels = assembly_.labels("labels" + std::to_string(i), options_.batch);
    }
    batches_.push_back(batch);
  }
  bound_.input = assembly_.view(*root_, "input", batches_[0].input);
  logits_ = root_->connect(assembly_, bound_.input);
  if (!options_.training) return;
  bound_.labels = assembly_.view(*root_, "labels", batches_[0].labels);
  auto& loss = root_->add(std::make_unique<SoftmaxCrossEntropy>("loss"));
  loss.assign_paths(root_->path());
  loss.set_labels(bound_.labels);
  loss_ = loss.connect(assembly_, logits_);
  update_ = std::make_unique<Sgd>("update", options_.sgd);
  update_->assign_paths("");
  update_->connect(assembly_, loss_);
}

void Network::iterate(Execution& run) const {
  root_->forward(run);
  if (!options_.training) return;
  root_->backward(run);
  update_->update(run);
}

std::int64_t Network::parameter_count() const {
  std::int64_t count = 0;
  for (const ParameterInfo& parameter : assembly_.parameters()) {
    if (parameter.trained()) count += parameter.shape.elements();
  }
  return count;
}

}  // namespace resnet_bench
