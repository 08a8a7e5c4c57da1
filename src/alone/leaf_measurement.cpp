#include "alone/leaf_measurement.hpp"

#include "alone/turns.hpp"

#include <algorithm>

namespace resnet_bench {
namespace {

AloneTimeRecord time_record(std::size_t number, Pass pass, Caches caches, const TurnSeries& turn) {
  const DurationSeries& ns = turn.ns;
  return {.leaf = static_cast<std::int64_t>(number),
          .pass = pass,
          .caches = to_string(caches),
          .calls = ns.count(),
          .sum_ns = ns.sum_ns(),
          .mean_ns = (ns.sum_ns() + ns.count() / 2) / ns.count(),
          .series = series_statistics(ns.kept()),
          .known = turn.known};
}

}  // namespace

LeafMeasurement::LeafMeasurement(Backend& backend, std::span<const LoneLeaf> leaves,
                                 const LeafMeasurementOptions& options,
                                 const std::atomic<bool>& interrupted)
    : leaves_(leaves),
      options_(options),
      initial_values_(options.seed, BatchNormInit::standard, !options.training),
      interrupted_(interrupted),
      until_ns_(steady_clock_ns() + static_cast<std::int64_t>(options.seconds * 1e9)),
      marker_(backend.make_marker(2)) {
  // Half of what is free, for the rest of the machine lives from it too.
  const std::int64_t most = backend.available_memory() / 2;
  std::int64_t bytes = 0;
  for (const LoneLeaf& lone : leaves_) {
    plans_.push_back(
        plan_copies(*lone.assembly, *lone.leaf, lone.passes, options_.cache_bytes, most));
    bytes = std::max(bytes, plans_.back().bytes());
    passes_ += static_cast<std::int64_t>(lone.passes.size());
  }
  passes_left_ = passes_;
  memory_ = backend.allocate(bytes);
}

double LeafMeasurement::seconds_for_next_pass() const {
  const double left = static_cast<double>(until_ns_ - steady_clock_ns()) / 1e9;
  return std::max(left, 0.0) / static_cast<double>(std::max<std::int64_t>(passes_left_, 1));
}

std::vector<AloneTimeRecord> LeafMeasurement::measure_pass(std::size_t number, Pass pass,
                                                           LeafMemory& memory) {
  Leaf& leaf = *leaves_[number].leaf;
  const std::int64_t touched = memory.pass_bytes(pass);
  const bool can_be_cold =
      options_.can_flush || (memory.copies() - 1) * touched > options_.cache_bytes;
  std::vector<Caches> states = {Caches::hot};
  if (options_.can_flush && memory.touches_weights(pass)) states.push_back(Caches::weights_cold);
  if (can_be_cold) states.push_back(Caches::cold);
  std::vector<Turn> turns;
  for (const Caches caches : states) {
    turns.push_back(
        {[&memory, pass, caches](std::int64_t call) { memory.prepare(pass, caches, call); }});
  }
  const std::vector<TurnSeries> series = measure_in_turns(
      turns, [&] { leaf.run_pass(pass, memory.execution()); }, *marker_, steady_clock_ns,
      {.seconds = seconds_for_next_pass(), .seed = options_.seed}, &interrupted_);
  --passes_left_;
  if (interrupted_) return {};
  std::vector<AloneTimeRecord> times;
  for (std::size_t i = 0; i < states.size(); ++i) {
    times.push_back(time_record(number, pass, states[i], series[i]));
    times.back().copies = states[i] == Caches::hot ? 1 : memory.copies();
    times.back().touched_bytes = touched;
  }
  return times;
}

std::vector<AloneTimeRecord> LeafMeasurement::measure(std::size_t number) {
  const LoneLeaf& lone = leaves_[number];
  LeafMemory memory(*lone.assembly, *lone.leaf, lone.passes, plans_[number], *memory_,
                    initial_values_, options_.seed);
  std::vector<AloneTimeRecord> times;
  for (const Pass pass : lone.passes) {
    if (interrupted_) break;
    for (AloneTimeRecord& time : measure_pass(number, pass, memory)) {
      times.push_back(std::move(time));
    }
  }
  return times;
}

}  // namespace resnet_bench
