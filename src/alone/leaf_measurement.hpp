#pragma once

#include "resnet_bench/alone_records.hpp"

#include "alone/leaf_memory.hpp"
#include "benchmark/mark_cost.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// A leaf to be measured alone.
struct LoneLeaf {
  Leaf* leaf = nullptr;
  const Assembly* assembly = nullptr;  ///< that it is connected in
  std::vector<std::string> places;  ///< paths of all leaves that do its work; the first is its own
  std::string problem;  ///< of a convolution, as benchdnn writes it; empty: another layer
  std::vector<Pass> passes;
};

struct LeafMeasurementOptions {
  std::int64_t cache_bytes = 0;  ///< of the last-level cache
  bool can_flush = true;         ///< whether the device can drop memory from its caches
  double seconds = 120;          ///< for all leaves together
  std::int64_t seed = 1;  ///< of values and of the order in which states of caches take turns
  bool training = true;
};

/// Measures leaves one after the other in memory that all of them use.
class LeafMeasurement {
 public:
  /// Allocates. `backend` and `leaves` must outlive it. Throws Refusal where a leaf does not fit.
  LeafMeasurement(Backend& backend, std::span<const LoneLeaf> leaves,
                  const LeafMeasurementOptions& options, const std::atomic<bool>& interrupted);

  std::int64_t memory_bytes() const { return memory_->bytes(); }
  std::int64_t passes() const { return passes_; }

  /// Of leaf `number`: each pass with its caches hot, its weights cold where it has any, and all of
  /// it cold. Where memory can neither be dropped from the caches nor pushed out of them by other
  /// copies, hot alone. Once interrupted, of the passes that were finished.
  std::vector<AloneTimeRecord> measure(std::size_t number);

 private:
  std::vector<AloneTimeRecord> measure_pass(std::size_t number, Pass pass, LeafMemory& memory);
  double seconds_for_next_pass() const;

  std::span<const LoneLeaf> leaves_;
  LeafMeasurementOptions options_;
  InitialValues initial_values_;
  const std::atomic<bool>& interrupted_;
  std::int64_t until_ns_;
  std::unique_ptr<Marker> marker_;
  std::vector<CopyPlan> plans_;
  std::unique_ptr<Memory> memory_;
  std::int64_t passes_ = 0;
  std::int64_t passes_left_ = 0;
};

}  // namespace resnet_bench
