#include "dump/dump_tensors.hpp"

#include "resnet_bench/host_values.hpp"

#include <nlohmann/json.hpp>

#include <cstring>
#include <vector>

namespace resnet_bench {
namespace {

/// Writes tensors of a network under names of one step.
class StepDump {
 public:
  StepDump(const Network& network, const Session& session, SafetensorsWriter& writer, int step)
      : network_(network),
        session_(session),
        writer_(writer),
        prefix_("step" + std::to_string(step) + "/") {}

  void tensor(const std::string& name, TensorId id) {
    const Tensor& tensor = session_.tensor(id);
    writer_.add(prefix_ + name, tensor.type, tensor.shape, session_.plain_bytes(id));
  }

  void parameters(const std::string& parameter_prefix, const std::string& statistic_prefix) {
    for (const ParameterInfo& parameter : network_.assembly().parameters()) {
      const std::string name =
          (parameter.trained() ? parameter_prefix : statistic_prefix) + "/" + parameter.path;
      if (parameter.value == no_tensor) {
        folded(name, parameter);
      } else {
        tensor(name, parameter.value);
      }
    }
  }

  void updated() {
    for (const ParameterInfo& parameter : network_.assembly().parameters()) {
      if (!parameter.trained()) continue;
      tensor("gradient/" + parameter.path, parameter.gradient);
      tensor("momentum/" + parameter.path, parameter.momentum);
    }
    parameters("parameter_after", "statistic_after");
  }

 private:
  /// What was folded into another tensor is known by its initial value.
  void folded(const std::string& name, const ParameterInfo& parameter) {
    const std::vector<double> values =
        session_.initial_values().make(parameter.kind, parameter.path, parameter.shape);
    const DataType type = network_.backend().types().parameter;
    writer_.add(prefix_ + name, type, parameter.shape, to_bytes(type, values));
  }

  const Network& network_;
  const Session& session_;
  SafetensorsWriter& writer_;
  std::string prefix_;
};

/// Inputs before a step, since it may overwrite them; outputs after it.
class LeafDump : public StepObserver {
 public:
  LeafDump(const Network& network, StepDump& dump) : network_(network), dump_(dump) {}

  void before(const Leaf& leaf, Pass pass, const Execution&) override {
    write(leaf, pass, "in", leaf.footprint(pass).reads);
  }
  void after(const Leaf& leaf, Pass pass, const Execution&) override {
    write(leaf, pass, "out", leaf.footprint(pass).writes);
  }

 private:
  void write(const Leaf& leaf, Pass pass, const std::string& side, const std::vector<Use>& uses) {
    for (const Use& use : uses) {
      if (network_.assembly().tensor(use.tensor).role == TensorRole::scratch) continue;
      dump_.tensor("leaf/" + leaf.path() + "/" + to_string(pass) + "/" + side + "/" + use.role,
                   use.tensor);
    }
  }

  const Network& network_;
  StepDump& dump_;
};

std::string leaves_as_json(const Network& network) {
  nlohmann::json leaves = nlohmann::json::array();
  network.for_each_layer([&](Layer& layer, int) {
    const auto* leaf = dynamic_cast<const Leaf*>(&layer);
    if (leaf == nullptr) return;
    nlohmann::json attributes = nlohmann::json::object();
    for (const Attribute& attribute : leaf->attributes()) {
      attributes[attribute.name] = nlohmann::json::parse(attribute.value);
    }
    nlohmann::json algorithms = nlohmann::json::object();
    for (Pass pass : leaf->passes()) algorithms[to_string(pass)] = leaf->algorithm(pass);
    leaves.push_back({{"path", leaf->path()},
                      {"kind", leaf->kind()},
                      {"module", leaf->module()},
                      {"members", leaf->members()},
                      {"algorithms", algorithms},
                      {"attributes", attributes}});
  });
  return leaves.dump();
}

}  // namespace

void dump_tensors(Session& session, const Network& network, SafetensorsWriter& writer,
                  const DumpOptions& options) {
  const bool training = network.options().training;
  const int steps = training ? 2 : 1;
  for (int step = 0; step < steps; ++step) {
    StepDump dump(network, session, writer, step);
    session.bind_batch(step);
    dump.tensor("input", network.bound_batch().input);
    if (training) dump.tensor("labels", network.bound_batch().labels);
    dump.parameters("parameter_before", "statistic_before");
    LeafDump leaves(network, dump);
    session.execution().observe(options.leaves ? &leaves : nullptr);
    session.iterate();
    session.execution().observe(nullptr);
    dump.tensor("logits", network.logits());
    if (!training) continue;
    dump.tensor("loss", network.loss());
    dump.updated();
  }
  auto metadata = options.metadata;
  metadata["leaves"] = leaves_as_json(network);
  writer.set_metadata(std::move(metadata));
  writer.finish();
}

}  // namespace resnet_bench
