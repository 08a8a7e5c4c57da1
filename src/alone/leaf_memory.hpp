#pragma once

#include "resnet_bench/caches.hpp"
#include "resnet_bench/initial_values.hpp"
#include "resnet_bench/layer.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// Which tensors of a leaf a call finds in the caches.
enum class Caches : std::uint8_t {
  hot,           ///< all of them, as far as they fit: the call before worked on the same memory
  weights_cold,  ///< all but parameters and what belongs to them
  cold,          ///< none
};

const char* to_string(Caches caches);

/// How many copies of a leaf's tensors there are to be.
struct CopyPlan {
  std::int64_t copies = 1;
  std::int64_t copy_bytes = 0;  ///< of each
  /// Whether a pass that goes through all copies touches more than the last-level cache holds.
  bool beyond_cache = false;

  std::int64_t bytes() const { return copies * copy_bytes; }
};

/// As many as it takes for each of `passes` to work through more than `cache_bytes` before memory
/// comes round again, 2 at least and 4096 at most, in `most_bytes`, and in six times the cache and
/// two copies. Throws Refusal where not even one fits.
CopyPlan plan_copies(const Assembly& assembly, const Leaf& leaf, std::span<const Pass> passes,
                     std::int64_t cache_bytes, std::int64_t most_bytes);

/// The tensors that a leaf touches in all of its passes, in copies one behind the other. Inputs and
/// gradients that others would make are standard normal values, parameters have initial ones, or,
/// where a Reorder would bring them, values distributed alike; what the leaf itself saves for its
/// backward is made by running it. No tensor shares another's memory as a
/// plan may have it, for then an input would change from call to call.
class LeafMemory {
 public:
  /// Writes all copies into `memory`, which must be as large and outlive this, as must `leaf`.
  LeafMemory(const Assembly& assembly, Leaf& leaf, std::span<const Pass> passes,
             const CopyPlan& plan, const Memory& memory, const InitialValues& initial_values,
             std::int64_t seed);

  Execution& execution() { return execution_; }

  /// As planned, or fewer on a device that takes long to run the leaf in each once.
  std::int64_t copies() const { return plan_.copies; }

  /// Makes the next call of `pass` find the caches so: binds the copy that is its turn, and drops
  /// from the caches what is to be cold. `call` counts from 0. Returns how it was dropped.
  std::string prepare(Pass pass, Caches caches, std::int64_t call);

  /// Whether a pass touches parameters or what belongs to them: else weights cannot be cold.
  bool touches_weights(Pass pass) const;
  /// Bytes of the tensors that a pass touches, once.
  std::int64_t pass_bytes(Pass pass) const;

 private:
  struct Place {
    TensorId id;
    std::int64_t offset;  ///< in a copy
    bool is_weight;
  };

  std::vector<Place> touched(Pass pass, bool weights_only) const;
  void bind(const Place& place, std::int64_t copy);
  void fill(const InitialValues& initial_values, std::int64_t seed);
  void run_once_in_each();

  const Assembly& assembly_;
  Leaf& leaf_;
  std::vector<Pass> passes_;
  CopyPlan plan_;
  std::byte* base_;
  std::vector<Place> places_;
  Execution execution_;
  std::optional<Pass> hot_pass_;  ///< for which the last call was prepared, where it was hot
  std::vector<MemoryPart> parts_;
};

}  // namespace resnet_bench
