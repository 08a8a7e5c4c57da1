#include "backends/cpu/measure_roof.hpp"

#include "resnet_bench/host.hpp"

#include "backends/cpu/huge_page_memory.hpp"
#include "backends/cpu/kernels/roof_kernels.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace resnet_bench::cpu {
namespace {

/// Where what a kernel returns goes, so that no compiler leaves the kernel out.
volatile double sink = 0;

constexpr int least_windows = 3;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// How often one thread does work(0, repeats) in `window` seconds, at its best of a few tries.
std::int64_t repeats_in(double window, const auto& work) {
  for (std::int64_t repeats = 1;; repeats *= 2) {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3 && least >= window / 8; ++i) {
      const double begin = now();
      work(0, repeats);
      least = std::min(least, now() - begin);
    }
    if (least < window / 8) continue;
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(static_cast<double>(repeats) * window / least)));
  }
}

/// How much the threads do a second when each does work(thread, repeats): the best window, from the
/// first thread's beginning to the last one's end, and over all windows in `seconds`. A thread's
/// repeat is `amount_once`.
RoofRate rate_of(const ThreadTeam& team, double amount_once, double window, double seconds,
                 const auto& work) {
  const std::int64_t repeats = repeats_in(window, work);
  const double amount = amount_once * static_cast<double>(repeats * team.size());
  std::vector<double> begins(static_cast<std::size_t>(team.size()));
  std::vector<double> ends(begins.size());
  RoofRate rate;
  double total_seconds = 0;
  int windows = 0;
  while (total_seconds < seconds || windows < least_windows) {
    team.run([&](int thread) {
      const auto at = static_cast<std::size_t>(thread);
      begins[at] = now();
      work(thread, repeats);
      ends[at] = now();
    });
    const double took = *std::max_element(ends.begin(), ends.end()) -
                        *std::min_element(begins.begin(), begins.end());
    rate.burst = std::max(rate.burst, amount / took);
    total_seconds += took;
    ++windows;
  }
  rate.sustained = amount * windows / total_seconds;
  return rate;
}

ComputeRoof compute_roof(const ThreadTeam& team, const RoofEffort& effort,
                         const std::string& precision) {
  const bool f32 = precision == "fp32";
  const std::int64_t flop = f32 ? multiply_add_flop_f32() : multiply_add_flop_f64();
  const auto work = [&](int, std::int64_t rounds) {
    sink = f32 ? double{multiply_add_f32(rounds)} : multiply_add_f64(rounds);
  };
  return {precision, rate_of(team, static_cast<double>(flop), effort.window_seconds,
                             effort.sustained_seconds, work)};
}

/// Arrays of one thread in its part of the memory.
class Arrays {
 public:
  /// `number` of them, together no larger than `bytes`.
  Arrays(std::byte* part, std::int64_t bytes, int number)
      : data_(reinterpret_cast<float*>(part)),
        count_(bytes / static_cast<std::int64_t>(sizeof(float)) / number / 128 * 128) {}

  std::int64_t count() const { return count_; }
  /// Not at the same place of a 4 KiB page: a load there would wait for the store before it
  /// (Intel's optimisation manual, "4K aliasing").
  float* operator[](int index) const { return data_ + index * (count_ + stagger); }

  static constexpr std::int64_t stagger = 64 * 5;  // floats

 private:
  float* data_;
  std::int64_t count_;
};

enum class Mix { read, add, copy, write };
constexpr Mix mixes[] = {Mix::read, Mix::add, Mix::copy, Mix::write};

int arrays_of(Mix mix) { return mix == Mix::add ? 3 : mix == Mix::copy ? 2 : 1; }

double write_share_of(Mix mix) {
  switch (mix) {
    case Mix::read:
      return 0;
    case Mix::add:
      return 1.0 / 3;
    case Mix::copy:
      return 0.5;
    case Mix::write:
      break;
  }
  return 1;
}

void stream(Mix mix, const Arrays& arrays, bool past_caches) {
  switch (mix) {
    case Mix::read:
      sink = read_stream(arrays.count(), arrays[0]);
      return;
    case Mix::add:
      return add_stream(arrays.count(), arrays[0], arrays[1], arrays[2], past_caches);
    case Mix::copy:
      return copy_stream(arrays.count(), arrays[0], arrays[1], past_caches);
    case Mix::write:
      return write_stream(arrays.count(), 1.0F, arrays[0], past_caches);
  }
}

class Streams {
 public:
  Streams(const ThreadTeam& team, const RoofEffort& effort)
      : team_(team),
        effort_(effort),
        part_(largest_part(team, effort)),
        memory_((part_ + slack) * team.size()) {
    // Touched by the threads that use it.
    team.run([&](int thread) {
      write_stream((part_ + slack) / 256 * 64, 1.0F, reinterpret_cast<float*>(at(thread)), false);
    });
  }

  std::vector<BandwidthRoof> measure() const {
    std::vector<BandwidthRoof> roofs;
    for (std::int64_t part = least_part; part <= part_; part *= 4) {
      for (const Mix mix : mixes) roofs.push_back(point(mix, part, part * 4 > part_));
    }
    return roofs;
  }

 private:
  static constexpr std::int64_t least_part = 16 * 1024;  // of a thread
  static constexpr std::int64_t slack = 16 * 1024;       // for the staggered arrays
  /// From this size of all threads' parts on, stores past the caches are tried as well.
  static constexpr std::int64_t beyond_caches = 4 * 1024 * 1024;

  static std::int64_t largest_part(const ThreadTeam& team, const RoofEffort& effort) {
    const std::int64_t bytes = std::min(effort.largest_bytes, available_memory() / 4);
    std::int64_t part = least_part;
    while (part * 4 * team.size() <= bytes) part *= 4;
    return part;
  }

  std::byte* at(int thread) const {
    return static_cast<std::byte*>(memory_.data()) + thread * (part_ + slack);
  }

  BandwidthRoof point(Mix mix, std::int64_t part, bool largest) const {
    const int arrays = arrays_of(mix);
    const std::int64_t moved = Arrays(at(0), part, arrays).count() * arrays * 4;  // bytes
    BandwidthRoof best{part * team_.size(), write_share_of(mix), {}};
    for (const bool past_caches : {false, true}) {
      if (past_caches && (mix == Mix::read || best.bytes < beyond_caches)) continue;
      const auto work = [&](int thread, std::int64_t repeats) {
        const Arrays own(at(thread), part, arrays);
        for (std::int64_t i = 0; i < repeats; ++i) stream(mix, own, past_caches);
      };
      const double seconds = largest ? effort_.sustained_seconds / 2 : effort_.point_seconds;
      RoofRate rate =
          rate_of(team_, static_cast<double>(moved), effort_.window_seconds, seconds, work);
      if (!largest) rate.sustained.reset();
      if (rate.burst > best.rate.burst) best.rate = rate;
    }
    return best;
  }

  const ThreadTeam& team_;
  RoofEffort effort_;
  std::int64_t part_;
  HugePageMemory memory_;
};

}  // namespace

MachineRoof measure_roof(const ThreadTeam& team, const RoofEffort& effort) {
  return {.compute = {compute_roof(team, effort, "fp32"), compute_roof(team, effort, "fp64")},
          .bandwidth = Streams(team, effort).measure()};
}

}  // namespace resnet_bench::cpu
