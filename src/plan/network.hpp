#pragma once

#include "resnet_bench/assembly.hpp"

#include "layers/sequential.hpp"
#include "layers/sgd.hpp"
#include "plan/fuse.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace resnet_bench {

struct NetworkOptions {
  std::string model = "resnet50";
  std::string variant = "v1.5";
  std::int64_t batch = 32;
  std::int64_t image_size = 224;
  std::int64_t classes = 1000;
  bool training = true;
  Fusion fusion = Fusion::bn;
  SgdDesc sgd;
  std::int64_t input_batches = 1;  ///< distinct batches kept on the device
};

/// A batch that the device holds.
struct Batch {
  TensorId input = no_tensor;
  TensorId labels = no_tensor;  ///< in training
};

/// A model with all that an iteration runs: in training the loss as the root's last layer, and
/// the optimiser beside the tree. Connected: every tensor is known, none has memory.
class Network {
 public:
  /// Builds and fuses the catalogue's model. Throws Refusal for what the model cannot do.
  Network(Backend& backend, const NetworkOptions& options);
  /// The same for a tree of one's own, fused already or not; options.model is its name alone.
  Network(Backend& backend, const NetworkOptions& options, std::unique_ptr<Sequential> tree);

  const NetworkOptions& options() const { return options_; }
  Backend& backend() const { return assembly_.backend(); }
  const Assembly& assembly() const { return assembly_; }
  Sequential& root() const { return *root_; }
  /// Null in inference.
  Sgd* update() const { return update_.get(); }

  /// What the network reads; batches()[0] until an execution binds another.
  Batch bound_batch() const { return bound_; }
  const std::vector<Batch>& batches() const { return batches_; }
  TensorId logits() const { return logits_; }
  /// no_tensor in inference.
  TensorId loss() const { return loss_; }

  /// Forward; in training also loss, backward and update. The walk of every execution.
  void iterate(Execution& run) const;

  /// Visits every layer, parents first, the optimiser last, with its depth.
  template <class Visit>
  void for_each_layer(Visit visit) const {
    resnet_bench::for_each_layer(*root_, visit);
    if (update_) visit(static_cast<Layer&>(*update_), 0);
  }

  /// Trained parameters of the unfused network.
  std::int64_t parameter_count() const;

 private:
  void connect();

  NetworkOptions options_;
  Assembly assembly_;
  std::unique_ptr<Sequential> root_;
  std::unique_ptr<Sgd> update_;
  std::vector<Batch> batches_;
  Batch bound_;
  TensorId logits_ = no_tensor;
  TensorId loss_ = no_tensor;
};

}  // namespace resnet_bench
