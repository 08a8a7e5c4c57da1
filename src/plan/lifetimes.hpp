#pragma once

#include "plan/plan.hpp"

#include <vector>

namespace resnet_bench {

struct StorageAssignment {
  std::vector<Storage> storages;         ///< offsets not yet given
  std::vector<std::int64_t> storage_of;  ///< by tensor id; -1: never used
};

/// Derives from the schedule's footprints how long each tensor is needed, and lets outputs take
/// over inputs' memory where the step permits it and nobody reads the input later.
StorageAssignment assign_storages(const std::vector<Step>& schedule,
                                  const std::vector<TensorInfo>& tensors);

}  // namespace resnet_bench
