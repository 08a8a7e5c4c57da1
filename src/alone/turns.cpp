#include "alone/turns.hpp"

#include "resnet_bench/random.hpp"

#include "statistics/describe.hpp"
#include "statistics/intervals.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace resnet_bench {
namespace {

constexpr std::int64_t most_block_calls = 1000;

/// A turn under way.
struct State {
  TurnSeries series;
  std::int64_t calls = 0;        ///< settling ones too
  std::int64_t block_calls = 1;  ///< measured ones of the next block
  std::int64_t next_look = 10;

  bool looks_known(double target) {
    const std::int64_t count = series.ns.count();
    if (count < next_look) return false;
    next_look = count + count / 4;
    const std::optional<Interval> interval = median_interval(series.ns.kept());
    return interval && (interval->high - interval->low) / 2 <= target * median(series.ns.kept());
  }
};

/// In an order drawn from (seed, round).
std::vector<std::size_t> order_of_round(std::size_t count, std::int64_t seed, std::uint64_t round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const RandomStream draws(seed, "turns");
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1], order[draws.bits(round * count + i) % i]);
  }
  return order;
}

}  // namespace

std::vector<TurnSeries> measure_in_turns(std::span<const Turn> turns,
                                         const std::function<void()>& work, Marker& marker,
                                         const Clock& clock, const TurnOptions& options,
                                         const std::atomic<bool>* interrupted) {
  std::vector<State> states(turns.size());
  const std::int64_t begin = clock();
  const auto seconds_since = [&](std::int64_t then) {
    return static_cast<double>(clock() - then) / 1e9;
  };
  const auto must_stop = [&] { return interrupted != nullptr && *interrupted; };
  const auto call = [&](std::size_t turn) {
    turns[turn].prepare(states[turn].calls++);
    marker.reset();
    marker.mark();
    work();
    marker.mark();
    const std::span<const std::int64_t> stamps = marker.times();
    return stamps[1] - stamps[0];
  };
  const auto wants_more = [&](const State& state) {
    if (state.series.known) return false;
    return state.series.ns.count() < options.least_calls || seconds_since(begin) < options.seconds;
  };
  const auto run_block = [&](std::size_t turn) {
    State& state = states[turn];
    const std::int64_t block_begin = clock();
    call(turn);
    std::int64_t done = 0;
    for (; done < state.block_calls && !must_stop() && wants_more(state); ++done) {
      state.series.ns.add(call(turn));
    }
    const double a_call = seconds_since(block_begin) / static_cast<double>(done + 1);
    state.block_calls = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(options.block_seconds / std::max(a_call, 1e-9)), 1,
        most_block_calls);
    state.series.known = state.looks_known(options.interval);
  };

  bool any = !turns.empty();
  for (std::uint64_t round = 0; any && !must_stop(); ++round) {
    any = false;
    for (const std::size_t turn : order_of_round(turns.size(), options.seed, round)) {
      if (must_stop() || !wants_more(states[turn])) continue;
      any = true;
      run_block(turn);
    }
  }
  std::vector<TurnSeries> series;
  for (State& state : states) series.push_back(std::move(state.series));
  return series;
}

}  // namespace resnet_bench
