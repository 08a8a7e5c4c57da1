#pragma once

#include "resnet_bench/execution.hpp"

#include "verify/host_tensor.hpp"
#include "verify/tally.hpp"

#include <map>
#include <string>
#include <vector>

namespace resnet_bench::verify {

/// What one step reads and writes, by role.
class StepOperands {
 public:
  /// Before the step: what it is going to overwrite of what it reads is kept.
  StepOperands(Backend& backend, Buffers& buffers, const Execution& run,
               const Footprint& footprint);

  Backend& backend() const { return backend_; }
  Buffers& buffers() const { return buffers_; }

  /// Null where the step has no such operand.
  HostTensor* find_read(const std::string& role) { return find(reads_, role); }
  HostTensor* find_written(const std::string& role) { return find(written_, role); }
  /// Throw std::logic_error instead.
  HostTensor& read(const std::string& role) { return get(reads_, role); }
  HostTensor& written(const std::string& role) { return get(written_, role); }
  std::vector<std::string> roles_written() const;
  /// The values of a small operand that is read; none where it is absent.
  std::vector<double> values(const std::string& role);

 private:
  using ByRole = std::map<std::string, HostTensor>;
  static HostTensor* find(ByRole& operands, const std::string& role);
  static HostTensor& get(ByRole& operands, const std::string& role);

  Backend& backend_;
  Buffers& buffers_;
  ByRole reads_, written_;
};

/// A tally for each image, to be filled side by side.
inline std::vector<Tally> tallies(std::int64_t images, Bound bound) {
  return std::vector<Tally>(static_cast<std::size_t>(images), Tally(bound));
}

}  // namespace resnet_bench::verify
