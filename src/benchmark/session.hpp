#pragma once

#include "resnet_bench/initial_values.hpp"

#include "plan/plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace resnet_bench {

/// Bytes that a session takes of the device's memory at once.
std::int64_t needed_memory(const Network& network, const Plan& plan);

/// Refuses what the device cannot hold, with the sizes, before anything is allocated.
void check_memory(const Network& network, const Plan& plan);

struct SessionOptions {
  std::int64_t seed = 1;
  BatchNormInit init = BatchNormInit::standard;
  bool zero_data = false;  ///< an input of zeros instead of standard normal values
};

/// A network with memory: tensors placed in one arena, parameters initialised, input made.
/// Network and plan must outlive it.
class Session {
 public:
  /// Allocates. Throws Refusal where the system gives no memory.
  Session(const Network& network, const Plan& plan, const SessionOptions& options);

  Execution& execution() { return execution_; }
  const Memory& memory() const { return *memory_; }
  const InitialValues& initial_values() const { return initial_values_; }

  /// The batch that the next iteration reads; numbers wrap round.
  void bind_batch(std::int64_t number);
  void iterate() { network_.iterate(execution_); }
  /// The loss of the iteration before. Waits for the device.
  double loss() const;
  const Tensor& tensor(TensorId id) const { return execution_[id]; }
  /// A tensor's values in plain order (row-major of its shape), of its own type.
  std::vector<std::byte> plain_bytes(TensorId id) const;
  /// The same as doubles, or for labels and indices as the numbers they are.
  std::vector<double> values(TensorId id) const;

 private:
  std::vector<Tensor> place_tensors() const;
  void initialise_parameters();
  void make_input(const SessionOptions& options);
  void write(TensorId id, const std::vector<double>& values);

  const Network& network_;
  const Plan& plan_;
  InitialValues initial_values_;
  std::unique_ptr<Memory> memory_;
  Execution execution_;
};

}  // namespace resnet_bench
