#include "alone/leaf_memory.hpp"

#include "resnet_bench/checked.hpp"
#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host_values.hpp"
#include "resnet_bench/random.hpp"
#include "resnet_bench/text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace resnet_bench {
namespace {

constexpr std::int64_t alignment = 64;
constexpr std::int64_t most_copies = 4096;

/// The tensor whose memory this one is.
TensorId root_of(const Assembly& assembly, TensorId id) {
  while (assembly.tensor(id).alias_of != no_tensor) id = assembly.tensor(id).alias_of;
  return id;
}

/// All that a pass reads or writes, each once.
std::vector<TensorId> tensors_of(const Leaf& leaf, Pass pass) {
  std::set<TensorId> tensors;
  for (const auto* uses : {&leaf.footprint(pass).reads, &leaf.footprint(pass).writes}) {
    for (const Use& use : *uses) tensors.insert(use.tensor);
  }
  return {tensors.begin(), tensors.end()};
}

/// Bytes of the tensors that the passes touch, one behind the other.
std::int64_t bytes_of(const Assembly& assembly, const Leaf& leaf, std::span<const Pass> passes) {
  std::set<TensorId> roots;
  for (const Pass pass : passes) {
    for (const TensorId id : tensors_of(leaf, pass)) roots.insert(root_of(assembly, id));
  }
  std::int64_t bytes = 0;
  for (const TensorId root : roots) {
    bytes = checked_add(bytes, align_up(assembly.tensor(root).bytes, alignment));
  }
  return bytes;
}

/// Parameters and what belongs to them, also where a Reorder brings them.
bool is_weight(const Use& use, const TensorInfo& tensor) {
  return use.role == "weight" || tensor.role == TensorRole::parameter ||
         tensor.role == TensorRole::working_weight ||
         tensor.role == TensorRole::parameter_gradient || tensor.role == TensorRole::momentum ||
         tensor.role == TensorRole::statistic;
}

/// A table of standard normal values, repeated: as many of its own as a tensor has would take
/// longer to draw than the leaf takes to measure.
std::vector<double> normal_values(std::int64_t count, std::int64_t seed, const std::string& name) {
  constexpr std::size_t table_size = 65521;  // a prime, so that no row repeats the one above it
  const RandomStream stream(seed, name);
  std::vector<double> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = i < table_size ? double{stream.normal(i)} : values[i - table_size];
  }
  return values;
}

/// As InitialValues makes a convolution's weights.
void scale_as_weights(const Shape& weight, std::vector<double>& values) {
  const auto fan_out = static_cast<double>(weight.elements() / weight[1]);
  for (double& value : values) value *= std::sqrt(2 / fan_out);
}

}  // namespace

const char* to_string(Caches caches) {
  switch (caches) {
    case Caches::hot:
      return "hot";
    case Caches::weights_cold:
      return "weights cold";
    case Caches::cold:
      return "cold";
  }
  return "?";
}

CopyPlan plan_copies(const Assembly& assembly, const Leaf& leaf, std::span<const Pass> passes,
                     std::int64_t cache_bytes, std::int64_t most_bytes) {
  CopyPlan plan{.copy_bytes = bytes_of(assembly, leaf, passes)};
  if (plan.copy_bytes > most_bytes) {
    throw Refusal(leaf.path() + " alone needs " + bytes_text(plan.copy_bytes) + " and " +
                  bytes_text(most_bytes) + " can be had; take a smaller --batch or --image-size");
  }
  std::int64_t least = plan.copy_bytes;
  for (const Pass pass : passes) {
    least = std::min(least, bytes_of(assembly, leaf, std::span(&pass, 1)));
  }
  const std::int64_t wanted = std::clamp<std::int64_t>(cache_bytes / least + 2, 2, most_copies);
  // A leaf whose passes differ much in size would take many times the cache.
  const std::int64_t most = std::min(most_bytes, 2 * plan.copy_bytes + 6 * cache_bytes);
  plan.copies = std::min(wanted, std::max<std::int64_t>(1, most / plan.copy_bytes));
  plan.beyond_cache = plan.copies > 1 && (plan.copies - 1) * least > cache_bytes;
  return plan;
}

LeafMemory::LeafMemory(const Assembly& assembly, Leaf& leaf, std::span<const Pass> passes,
                       const CopyPlan& plan, const Memory& memory,
                       const InitialValues& initial_values, std::int64_t seed)
    : assembly_(assembly),
      leaf_(leaf),
      passes_(passes.begin(), passes.end()),
      plan_(plan),
      base_(static_cast<std::byte*>(memory.data())),
      execution_(std::vector<Tensor>(assembly.tensors().size())) {
  std::map<TensorId, std::int64_t> offsets;  // by root
  std::int64_t end = 0;
  std::set<TensorId> placed;
  for (const Pass pass : passes_) {
    for (const auto* uses : {&leaf.footprint(pass).reads, &leaf.footprint(pass).writes}) {
      for (const Use& use : *uses) {
        if (!placed.insert(use.tensor).second) continue;
        const TensorId root = root_of(assembly, use.tensor);
        const auto [offset, is_new] = offsets.try_emplace(root, end);
        if (is_new) end += align_up(assembly.tensor(root).bytes, alignment);
        places_.push_back(
            {use.tensor, offset->second, is_weight(use, assembly.tensor(use.tensor))});
      }
    }
  }
  parts_.reserve(places_.size());
  fill(initial_values, seed);
  run_once_in_each();
}

void LeafMemory::bind(const Place& place, std::int64_t copy) {
  const TensorInfo& info = assembly_.tensor(place.id);
  execution_.bind(place.id, {.data = base_ + copy * plan_.copy_bytes + place.offset,
                             .shape = info.shape,
                             .type = info.type,
                             .layout = info.layout});
}

void LeafMemory::fill(const InitialValues& initial_values, std::int64_t seed) {
  std::map<TensorId, const Initialiser*> initialisers;
  for (const auto& [id, initialiser] : assembly_.initialisers()) {
    initialisers[id] = &initialiser;
    for (const TensorId copy : assembly_.copies_of(id)) initialisers[copy] = &initialiser;
  }
  std::set<TensorId> read;
  std::set<TensorId> made;  // by the leaf itself before it reads them
  for (const Pass pass : passes_) {
    for (const Use& use : leaf_.footprint(pass).reads) {
      if (!made.contains(use.tensor)) read.insert(use.tensor);
    }
    for (const Use& use : leaf_.footprint(pass).writes) made.insert(use.tensor);
  }
  for (const Place& place : places_) {
    if (!read.contains(place.id)) continue;
    const TensorInfo& info = assembly_.tensor(place.id);
    const std::int64_t count = info.shape.elements();
    std::vector<double> values(static_cast<std::size_t>(count));  // labels and momentum are zeros
    if (const auto known = initialisers.find(place.id); known != initialisers.end()) {
      values = (*known->second)(initial_values);
    } else if (info.type != DataType::i32 && info.role != TensorRole::momentum) {
      values = normal_values(count, seed, info.name);
      if (place.is_weight && info.shape.rank() == 4) scale_as_weights(info.shape, values);
    }
    const std::vector<std::byte> bytes = to_bytes(info.type, values);
    for (std::int64_t copy = 0; copy < plan_.copies; ++copy) {
      bind(place, copy);
      assembly_.backend().from_plain(bytes, execution_[place.id]);
    }
  }
}

/// What the leaf saves for its backward is then there, and the system has backed every page.
void LeafMemory::run_once_in_each() {
  constexpr std::int64_t longest_ns = 2'000'000'000;
  const std::int64_t begin = steady_clock_ns();
  for (std::int64_t copy = 0; copy < plan_.copies; ++copy) {
    if (copy >= 2 && steady_clock_ns() - begin > longest_ns) {
      plan_.copies = copy;
      return;
    }
    for (const Place& place : places_) bind(place, copy);
    for (const Pass pass : passes_) leaf_.run_pass(pass, execution_);
  }
}

std::vector<LeafMemory::Place> LeafMemory::touched(Pass pass, bool weights_only) const {
  const std::vector<TensorId> tensors = tensors_of(leaf_, pass);
  std::vector<Place> found;
  for (const Place& place : places_) {
    if (std::find(tensors.begin(), tensors.end(), place.id) == tensors.end()) continue;
    if (!weights_only || place.is_weight) found.push_back(place);
  }
  return found;
}

std::string LeafMemory::prepare(Pass pass, Caches caches, std::int64_t call) {
  const bool is_hot = caches == Caches::hot;
  if (is_hot && hot_pass_ == pass) return {};  // nothing to do is the least that disturbs
  for (const Place& place : touched(pass, false)) bind(place, 0);
  hot_pass_ = is_hot ? std::optional(pass) : std::nullopt;
  if (is_hot) return {};
  parts_.clear();
  for (const Place& place : touched(pass, caches == Caches::weights_cold)) {
    bind(place, call % plan_.copies);
    parts_.push_back({execution_[place.id].data, assembly_.tensor(place.id).bytes});
  }
  return assembly_.backend().flush_caches(parts_);
}

bool LeafMemory::touches_weights(Pass pass) const { return !touched(pass, true).empty(); }

std::int64_t LeafMemory::pass_bytes(Pass pass) const {
  return bytes_of(assembly_, leaf_, std::span(&pass, 1));
}

}  // namespace resnet_bench
