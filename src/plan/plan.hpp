#pragma once

#include "plan/network.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace resnet_bench {

/// One leaf executing one pass, in its place in the iteration.
struct Step {
  const Leaf* leaf = nullptr;
  Pass pass = Pass::Fwd;
};

/// The steps of one direction that lie below a composite: [first, last). They are contiguous, so
/// the composite's time is that between two marks.
struct CompositeSpan {
  const Layer* layer = nullptr;
  Direction direction = Direction::forward;
  std::int64_t first = 0;
  std::int64_t last = 0;
};

/// One tensor's memory, shared by those that are views of it or took it over in place.
struct Storage {
  std::int64_t bytes = 0;
  std::int64_t offset = 0;  ///< in the arena
  std::int64_t first = 0;   ///< step that first writes it
  std::int64_t last = 0;    ///< step that uses it last
  bool persistent = false;
};

/// All that is settled before an iteration runs.
struct Plan {
  std::vector<Step> schedule;
  std::vector<CompositeSpan> composites;
  std::vector<Storage> storages;
  std::vector<std::int64_t> storage_of;  ///< by tensor id; -1: the tensor is never used
  std::int64_t arena_bytes = 0;
  std::int64_t least_arena_bytes = 0;  ///< what no layout could go below
  std::int64_t persistent_bytes = 0;
  std::string hash;  ///< of steps, algorithms, layouts and offsets
  std::string
      workload_hash;  ///< of what is computed: mode, batch, parameters, convolutions, update
};

/// Walks the network once in planning and lays its tensors out. Nothing is allocated on the
/// device.
Plan make_plan(const Network& network);

}  // namespace resnet_bench
