#include "plan/plan.hpp"

#include "resnet_bench/random.hpp"

#include "plan/arena.hpp"
#include "plan/lifetimes.hpp"

#include <map>

namespace resnet_bench {
namespace {

/// Writes the walk down.
class Recorder : public WalkRecorder {
 public:
  explicit Recorder(Plan& plan) : plan_(plan) {}

  void step(const Leaf& leaf, Pass pass) override { plan_.schedule.push_back({&leaf, pass}); }

  void enter(const Layer& composite, Direction direction) override {
    open_.push_back(plan_.composites.size());
    plan_.composites.push_back({&composite, direction, position(), position()});
  }
  void leave(const Layer& /*composite*/, Direction /*direction*/) override {
    plan_.composites[open_.back()].last = position();
    open_.pop_back();
  }

 private:
  std::int64_t position() const { return static_cast<std::int64_t>(plan_.schedule.size()); }

  Plan& plan_;
  std::vector<std::size_t> open_;
};

std::string hash_plan(const Plan& plan, const Network& network) {
  std::string text = std::string(to_string(network.backend().precision())) + '\n';
  for (const Step& step : plan.schedule) {
    const Op* op = step.leaf->op();
    text += step.leaf->path() + ' ' + to_string(step.pass) + ' ' + step.leaf->module() + ' ' +
            op->algorithm(step.pass) + ' ' + std::to_string(op->scratch_bytes(step.pass)) + ' ' +
            network.backend().layout_name(op->activation_layout()) + '\n';
  }
  for (const Storage& storage : plan.storages) text += std::to_string(storage.offset) + '\n';
  return hash_text(text);
}

/// What is computed, whatever computes it: the same for every fusion, layout, precision and
/// backend. docs/columns.md, run.workload_hash, says what is in it.
std::string hash_workload(const Network& network) {
  const NetworkOptions& options = network.options();
  std::string text = options.training ? "train" : "infer";
  text += ' ' + std::to_string(options.batch) + ' ' + std::to_string(options.image_size) + '\n';
  std::map<std::string, std::string> canonical;  // sorted, for fusion changes the order
  for (const ParameterInfo& parameter : network.assembly().parameters()) {
    canonical[parameter.path] = to_string(parameter.shape);
  }
  network.for_each_layer([&](Layer& layer, int) {
    const auto* leaf = dynamic_cast<const Leaf*>(&layer);
    if (leaf == nullptr || leaf->flops(Pass::Fwd) == 0) return;
    std::string& attributes = canonical[leaf->members().front()];
    for (const Attribute& attribute : leaf->attributes()) {
      attributes += attribute.name + '=' + attribute.value + ' ';
    }
  });
  for (const auto& [path, value] : canonical) text += path + ' ' + value + '\n';
  if (const Sgd* update = network.update()) {
    for (const Attribute& attribute : update->attributes()) {
      text += attribute.name + '=' + attribute.value + ' ';
    }
  }
  return hash_text(text);
}

}  // namespace

Plan make_plan(const Network& network) {
  Plan plan;
  Recorder recorder(plan);
  Execution planning(recorder);
  network.iterate(planning);

  StorageAssignment assignment = assign_storages(plan.schedule, network.assembly().tensors());
  std::vector<Lifetime> lifetimes;
  for (const Storage& storage : assignment.storages) {
    lifetimes.push_back({storage.bytes, storage.first, storage.last});
    if (storage.persistent) plan.persistent_bytes += storage.bytes;
  }
  const ArenaLayout layout = lay_out(lifetimes);
  for (std::size_t i = 0; i < assignment.storages.size(); ++i) {
    assignment.storages[i].offset = layout.offsets[i];
  }
  plan.storages = std::move(assignment.storages);
  plan.storage_of = std::move(assignment.storage_of);
  plan.arena_bytes = layout.bytes;
  plan.least_arena_bytes = layout.least_bytes;
  plan.hash = hash_plan(plan, network);
  plan.workload_hash = hash_workload(network);
  return plan;
}

}  // namespace resnet_bench
