#pragma once

#include "resnet_bench/tensor.hpp"
#include "resnet_bench/timing.hpp"

#include <string>
#include <vector>

namespace resnet_bench {

class Execution;
class Layer;

/// What a step does with a tensor: the tensor's part in the op ("x", "weight", "dy") and its id.
struct Use {
  std::string role;
  TensorId tensor;
};

/// Permission for an output to take the memory of an input that nobody reads later.
struct MayShare {
  TensorId output;
  TensorId input;
};

/// All that a step touches. The planner derives lifetimes from it, so a tensor that is not named
/// here may hold anything while the step runs.
struct Footprint {
  std::vector<Use> reads;
  std::vector<Use> writes;  ///< scratch too
  std::vector<MayShare> may_share;
};

enum class Direction : std::uint8_t { forward, backward };

/// Is told of the walk in a planning execution, where nothing runs.
class WalkRecorder {
 public:
  virtual ~WalkRecorder() = default;
  virtual void step(const Leaf& leaf, Pass pass) = 0;
  virtual void enter(const Layer& composite, Direction direction) = 0;
  virtual void leave(const Layer& composite, Direction direction) = 0;
};

/// Stands beside an eager execution: dumps leaves, poisons dead memory in tests. Never present in
/// a measured iteration.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void before(const Leaf& leaf, Pass pass, const Execution& run) = 0;
  /// After the step and its mark.
  virtual void after(const Leaf& leaf, Pass pass, const Execution& run) = 0;
};

/// One walk of the tree, in one of two senses: planning, where leaves are only written down, or
/// eager, where they work on the tensors bound here.
class Execution {
 public:
  /// Planning.
  explicit Execution(WalkRecorder& recorder) : recorder_(&recorder) {}
  /// Eager. `tensors` by id; index 0 is the absent tensor.
  explicit Execution(std::vector<Tensor> tensors) : tensors_(std::move(tensors)) {}

  const Tensor& operator[](TensorId id) const { return tensors_[index_of(id)]; }
  /// Lets an id stand for other memory of the same shape: the next batch.
  void bind(TensorId id, const Tensor& tensor) { tensors_[index_of(id)] = tensor; }

  Timing& timing() { return timing_; }
  void observe(StepObserver* observer) { observer_ = observer; }

  /// Called around each step by the leaf itself. False where the work is not to be done.
  bool open_step(const Leaf& leaf, Pass pass) {
    if (recorder_ != nullptr) {
      recorder_->step(leaf, pass);
      return false;
    }
    if (observer_ != nullptr) observer_->before(leaf, pass, *this);
    return true;
  }
  void close_step(const Leaf& leaf, Pass pass) {
    timing_.log_step(leaf, pass);
    if (observer_ != nullptr) observer_->after(leaf, pass, *this);
  }

  /// Called by composites around their children.
  void enter(const Layer& composite, Direction direction) {
    if (recorder_ != nullptr) recorder_->enter(composite, direction);
  }
  void leave(const Layer& composite, Direction direction) {
    if (recorder_ != nullptr) recorder_->leave(composite, direction);
  }

 private:
  std::vector<Tensor> tensors_;
  WalkRecorder* recorder_ = nullptr;
  StepObserver* observer_ = nullptr;
  Timing timing_;
};

}  // namespace resnet_bench
