#pragma once

#include "backends/cpu/divide_up.hpp"
#include "backends/cpu/kernels/flush_denormals.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cpu {

/// A part [begin, end) of some range.
struct Share {
  std::int64_t begin, end;

  std::int64_t size() const { return end - begin; }
};

/// Part `index` of [0, count) cut into `parts` parts that differ by one at most.
constexpr Share share_of(std::int64_t count, std::int64_t parts, std::int64_t index) {
  const std::int64_t size = count / parts;
  const std::int64_t rest = count % parts;
  const std::int64_t begin = index * size + std::min(index, rest);
  return {begin, begin + size + (index < rest ? 1 : 0)};
}

/// The threads of the backend. Work is cut by their number, which is fixed, not by how many OpenMP
/// grants: the same plan gives the same bits. Work must not throw.
class ThreadTeam {
 public:
  explicit ThreadTeam(int size) : size_(std::max(size, 1)) {}

  int size() const { return size_; }

  /// Calls work(index) for each index in [0, size), side by side, denormals flushed to zero.
  /// Returns when all are done.
  template <class Work>
  void run(const Work& work) const {
#pragma omp parallel num_threads(size_)
    {
      flush_denormals();
      for (int index = omp_get_thread_num(); index < size_; index += omp_get_num_threads()) {
        work(index);
      }
    }
  }

  /// Makes parallel regions that libraries open themselves, from the calling thread, as large.
  void lend_to_openmp() const { omp_set_num_threads(size_); }

  /// Calls work(begin, end) for each thread's share of [0, count); not for empty ones.
  template <class Work>
  void split(std::int64_t count, const Work& work) const {
    run([&](int index) {
      const Share share = share_of(count, size_, index);
      if (share.size() > 0) work(share.begin, share.end);
    });
  }

  /// The same with shares that begin at multiples of 32: whole cache lines of floats and of bf16,
  /// so that no two threads write to one line of an aligned tensor.
  template <class Work>
  void split_floats(std::int64_t count, const Work& work) const {
    constexpr std::int64_t line = 32;
    split(divide_up(count, line), [&](std::int64_t begin, std::int64_t end) {
      work(begin * line, std::min(end * line, count));
    });
  }

 private:
  int size_;
};

}  // namespace resnet_bench::cpu
