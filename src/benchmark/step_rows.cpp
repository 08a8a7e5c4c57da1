#include "benchmark/step_rows.hpp"

#include <tuple>

namespace resnet_bench {
namespace {

/// Which canonical path's parameters a leaf holds: those directly below its members.
std::int64_t parameters_of(const std::vector<std::string>& members, const Network& network) {
  std::int64_t count = 0;
  for (const ParameterInfo& parameter : network.assembly().parameters()) {
    if (!parameter.trained()) continue;
    const std::string owner = parameter.path.substr(0, parameter.path.rfind('/'));
    for (const std::string& member : members) {
      if (member == owner) count += parameter.shape.elements();
    }
  }
  return count;
}

/// Bytes that an ideal kernel moves for these uses.
std::int64_t least_bytes(const Leaf& leaf, Pass pass, const std::vector<Use>& uses,
                         const Assembly& assembly) {
  double bytes = 0;
  for (const Use& use : uses) {
    const TensorInfo& tensor = assembly.tensor(use.tensor);
    if (tensor.role == TensorRole::scratch) continue;
    bytes += leaf.touched(pass, use) * static_cast<double>(tensor.bytes);
  }
  return static_cast<std::int64_t>(bytes);
}

/// What an op reads and writes: "nhwc", or "plain->nchw16c".
std::string layouts_of(const Op& op, const Backend& backend) {
  const std::string written = backend.layout_name(op.activation_layout());
  if (op.input_layout() == op.activation_layout()) return written;
  return backend.layout_name(op.input_layout()) + "->" + written;
}

}  // namespace

LayerIds number_layers(const Network& network) {
  LayerIds ids;
  network.for_each_layer([&](Layer& layer, int) {
    const auto id = static_cast<std::int64_t>(ids.size());
    ids.emplace(&layer, id);
  });
  return ids;
}

std::vector<LayerRecord> layer_records(const Network& network) {
  const LayerIds ids = number_layers(network);
  std::vector<LayerRecord> records;
  std::vector<std::int64_t> open;  // ids of the layers above, by depth
  network.for_each_layer([&](Layer& layer, int depth) {
    open.resize(static_cast<std::size_t>(depth));
    LayerRecord record{.id = ids.at(&layer),
                       .parent = open.empty() ? -1 : open.back(),
                       .path = layer.path(),
                       .module = layer.module(),
                       .kind = layer.kind(),
                       .depth = depth,
                       .is_composite = layer.is_composite(),
                       .input_shape = to_string(layer.input_shape()),
                       .output_shape = to_string(layer.output_shape())};
    if (const auto* leaf = dynamic_cast<const Leaf*>(&layer)) {
      record.members = leaf->members();
      record.parameters = parameters_of(record.members, network);
      for (std::int64_t above : open) {
        records[static_cast<std::size_t>(above)].parameters += record.parameters;
      }
    }
    open.push_back(record.id);
    records.push_back(std::move(record));
  });
  return records;
}

LayerPassRecord layer_pass_record(const Leaf& leaf, Pass pass, const Assembly& assembly) {
  const Op* op = leaf.op();
  const Footprint& footprint = leaf.footprint(pass);
  const std::int64_t read = least_bytes(leaf, pass, footprint.reads, assembly);
  const std::int64_t written = least_bytes(leaf, pass, footprint.writes, assembly);
  return {.pass = pass,
          .algorithm = leaf.algorithm(pass),
          .layouts = layouts_of(*op, assembly.backend()),
          .workspace_bytes = op->scratch_bytes(pass),
          .flops = leaf.flops(pass),
          .least_bytes = read + written,
          .read_bytes = read,
          .flops_without_padding = leaf.flops_without_padding(pass)};
}

std::vector<LayerPassRecord> layer_pass_records(const Network& network, const Plan& plan) {
  const LayerIds ids = number_layers(network);
  std::vector<LayerPassRecord> records;
  for (const Step& step : plan.schedule) {
    records.push_back(layer_pass_record(*step.leaf, step.pass, network.assembly()));
    records.back().layer = ids.at(step.leaf);
  }
  return records;
}

StepRows::StepRows(const Network& network, const Plan& plan) {
  const LayerIds ids = number_layers(network);
  for (std::size_t i = 0; i < plan.schedule.size(); ++i) {
    const Step& step = plan.schedule[i];
    const auto first = static_cast<std::int64_t>(i);
    spans_.push_back({.layer = ids.at(step.leaf),
                      .module = step.leaf->module(),
                      .pass = step.pass,
                      .first = first,
                      .last = first + 1});
  }
  for (const CompositeSpan& span : plan.composites) {
    spans_.push_back({.layer = ids.at(span.layer),
                      .module = span.layer->module(),
                      .is_composite = true,
                      .pass = span.direction == Direction::forward ? Pass::Fwd : Pass::Bwd,
                      .first = span.first,
                      .last = span.last});
  }
}

void StepRows::add(std::span<const std::int64_t> stamps) {
  for (Span& span : spans_) {
    span.series.add(stamps[static_cast<std::size_t>(span.last)] -
                    stamps[static_cast<std::size_t>(span.first)]);
  }
  ++iterations_;
}

std::vector<LogStepRecord> StepRows::rows(std::int64_t iteration,
                                          std::span<const std::int64_t> stamps) const {
  std::vector<LogStepRecord> rows;
  rows.reserve(spans_.size());
  for (const Span& span : spans_) {
    const std::int64_t start = stamps[static_cast<std::size_t>(span.first)];
    rows.push_back({.iteration = iteration,
                    .layer = span.layer,
                    .pass = span.pass,
                    .start_ns = start - stamps.front(),
                    .duration_ns = stamps[static_cast<std::size_t>(span.last)] - start});
  }
  return rows;
}

std::vector<StepStatRecord> StepRows::statistics() const {
  std::vector<StepStatRecord> statistics;
  if (iterations_ == 0) return statistics;
  struct Module {
    StepStatRecord record;
    std::vector<double> totals;  ///< in each iteration kept, of all layers with its signature
  };
  std::map<std::tuple<std::string, bool, Pass>, Module> modules;
  for (const Span& span : spans_) {
    StepStatRecord record{.scope = StepStatRecord::Scope::layer,
                          .layer = span.layer,
                          .module = span.module,
                          .is_composite = span.is_composite,
                          .pass = span.pass,
                          .calls = iterations_,
                          .iterations = iterations_,
                          .sum_ns = span.series.sum_ns(),
                          .series = series_statistics(span.series.kept())};
    const std::span<const double> kept = span.series.kept();
    const auto [entry, is_new] =
        modules.try_emplace({span.module, span.is_composite, span.pass}, Module{});
    Module& module = entry->second;
    if (is_new) {
      module.record = record;
      module.record.scope = StepStatRecord::Scope::module;
      module.record.layer.reset();
      module.totals.assign(kept.begin(), kept.end());
    } else {
      module.record.calls += record.calls;
      module.record.sum_ns += record.sum_ns;
      // All spans keep the same iterations.
      for (std::size_t i = 0; i < kept.size(); ++i) module.totals[i] += kept[i];
    }
    statistics.push_back(std::move(record));
  }
  for (auto& [key, module] : modules) {
    module.record.series = series_statistics(module.totals);
    statistics.push_back(std::move(module.record));
  }
  for (StepStatRecord& record : statistics) {
    record.mean_ns = (record.sum_ns + record.calls / 2) / record.calls;
  }
  return statistics;
}

}  // namespace resnet_bench
