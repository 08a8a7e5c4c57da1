#include "plan/lifetimes.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace resnet_bench {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// Tensors in groups that share memory, with each group's first and last use.
class Groups {
 public:
  Groups(const std::vector<Step>& schedule, const std::vector<TensorInfo>& tensors)
      : tensors_(tensors), parent_(tensors.size()), uses_(tensors.size()) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    for (std::size_t id = 1; id < tensors.size(); ++id) {
      if (tensors[id].alias_of != no_tensor) join(index_of(tensors[id].alias_of), id);
    }
    const auto end = static_cast<std::int64_t>(schedule.size());
    for (std::size_t id = 1; id < tensors.size(); ++id) {
      if (tensors[id].persistent()) use(id, 0, end);
    }
    for (std::int64_t step = 0; step < end; ++step) {
      const Step& scheduled = schedule[static_cast<std::size_t>(step)];
      const Footprint& footprint = scheduled.leaf->footprint(scheduled.pass);
      for (const auto* uses : {&footprint.reads, &footprint.writes}) {
        for (const Use& used : *uses) use(index_of(used.tensor), step, step);
      }
    }
  }

  std::size_t find(std::size_t id) const {
    while (parent_[id] != id) id = parent_[id];
    return id;
  }

  /// The output takes the input's memory, if the input dies in this very step and the output is
  /// born in it, no other output took it before, and the step does not read the same memory as
  /// another operand too, which the op knows nothing of.
  bool take_over(TensorId output, TensorId input, std::int64_t step, const Footprint& footprint) {
    if (output == no_tensor || input == no_tensor) return false;
    const std::size_t out = find(index_of(output));
    const std::size_t in = find(index_of(input));
    if (out == in || is_persistent(in) || is_persistent(out)) return false;
    for (const Use& read : footprint.reads) {
      if (read.tensor != input && find(index_of(read.tensor)) == in) return false;
    }
    if (uses_[in].last != step || uses_[in].first == step || uses_[out].first != step) return false;
    if (uses_[in].bytes < uses_[out].bytes) return false;
    join(in, out);
    return true;
  }

  bool is_persistent(std::size_t root) const { return uses_[root].persistent; }
  bool is_used(std::size_t root) const { return uses_[root].first != never; }
  Storage storage(std::size_t root) const {
    return {.bytes = uses_[root].bytes,
            .first = uses_[root].first,
            .last = uses_[root].last,
            .persistent = uses_[root].persistent};
  }

 private:
  struct Uses {
    std::int64_t first = never;
    std::int64_t last = -1;
    std::int64_t bytes = 0;
    bool persistent = false;
  };

  void use(std::size_t id, std::int64_t first, std::int64_t last) {
    Uses& uses = uses_[find(id)];
    uses.first = std::min(uses.first, first);
    uses.last = std::max(uses.last, last);
    uses.bytes = std::max(uses.bytes, tensors_[id].bytes);
    uses.persistent = uses.persistent || tensors_[id].persistent();
  }

  void join(std::size_t into, std::size_t other) {
    into = find(into);
    other = find(other);
    parent_[other] = into;
    Uses& uses = uses_[into];
    uses.first = std::min(uses.first, uses_[other].first);
    uses.last = std::max(uses.last, uses_[other].last);
    uses.bytes = std::max(uses.bytes, uses_[other].bytes);
    uses.persistent = uses.persistent || uses_[other].persistent;
  }

  const std::vector<TensorInfo>& tensors_;
  std::vector<std::size_t> parent_;
  std::vector<Uses> uses_;
};

}  // namespace

StorageAssignment assign_storages(const std::vector<Step>& schedule,
                                  const std::vector<TensorInfo>& tensors) {
  Groups groups(schedule, tensors);
  for (std::size_t step = 0; step < schedule.size(); ++step) {
    const Footprint& footprint = schedule[step].leaf->footprint(schedule[step].pass);
    std::vector<TensorId> taken;
    for (const MayShare& share : footprint.may_share) {
      if (std::find(taken.begin(), taken.end(), share.input) != taken.end() ||
          std::find(taken.begin(), taken.end(), share.output) != taken.end()) {
        continue;
      }
      if (groups.take_over(share.output, share.input, static_cast<std::int64_t>(step), footprint)) {
        taken.push_back(share.input);
        taken.push_back(share.output);
      }
    }
  }

  StorageAssignment assignment;
  assignment.storage_of.assign(tensors.size(), -1);
  std::vector<std::int64_t> of_root(tensors.size(), -1);
  for (std::size_t id = 1; id < tensors.size(); ++id) {
    const std::size_t root = groups.find(id);
    if (!groups.is_used(root)) continue;
    if (of_root[root] < 0) {
      of_root[root] = static_cast<std::int64_t>(assignment.storages.size());
      assignment.storages.push_back(groups.storage(root));
    }
    assignment.storage_of[id] = of_root[root];
  }
  return assignment;
}

}  // namespace resnet_bench
