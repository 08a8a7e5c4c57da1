#pragma once

#include "benchmark/session.hpp"
#include "plan/plan.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>

/// Small networks with everything that an iteration needs, for tests.
namespace resnet_bench::test {

/// Three layers and a loss: convolution, average, classifier.
std::unique_ptr<Sequential> three_layers(std::int64_t classes);

/// Every kind of layer once or more: stem with max pooling, a block that projects and strides, an
/// identity block, classifier. Unfused; paths assigned.
std::unique_ptr<Sequential> every_layer(std::int64_t classes);

/// A network planned and with memory.
struct Prepared {
  Prepared(Backend& backend, const NetworkOptions& options,
           const SessionOptions& session_options = {});
  Prepared(Backend& backend, const NetworkOptions& options, std::unique_ptr<Sequential> tree,
           const SessionOptions& session_options = {});

  Network network;
  Plan plan;
  Session session;
};

/// Batch 2, 7 classes, 33x33 images.
NetworkOptions small(const std::string& model, const std::string& variant, bool training,
                     Fusion fusion);

/// A network in a mode and fusion, and how a test of it is called: "resnet18_train_bn".
using Case = std::tuple<std::string, bool, Fusion>;
std::string case_name(const testing::TestParamInfo<Case>& info);

/// Fills memory with NaN the moment it is dead: all but persistent tensors before the iteration
/// (call start), and each storage after the step that uses it last.
class Poison : public StepObserver {
 public:
  /// Both must outlive it.
  Poison(const Plan& plan, const Memory& memory);

  void start();
  void before(const Leaf& leaf, Pass pass, const Execution& run) override;
  void after(const Leaf& leaf, Pass pass, const Execution& run) override;

 private:
  void fill(const Storage& storage);
  /// Of memory that the host can write to; a device's is written by an override.
  virtual void write_nans(void* data, std::size_t bytes);

  const Plan& plan_;
  const Memory& memory_;
  std::int64_t step_ = 0;
};

}  // namespace resnet_bench::test
