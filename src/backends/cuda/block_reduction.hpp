#pragma once

#include "backends/cuda/kernel.hpp"
#include "backends/cuda/launch.hpp"

#include <algorithm>
#include <cstdint>

namespace resnet_bench::cuda {

/// How a reduction is cut: a block has `lanes` outputs side by side and block_threads / lanes
/// threads to each; `chunks` blocks share an output's terms. By shape alone, so that the order of
/// additions, and with it every bit, is the same on each device.
struct ReductionShape {
  std::int64_t outputs = 1;
  std::int64_t terms = 1;
  unsigned lanes = 1;  ///< a power of two
  std::int64_t chunks = 1;

  __host__ __device__ std::int64_t tiles() const { return (outputs + lanes - 1) / lanes; }
  __host__ __device__ std::int64_t chunk_terms() const { return (terms + chunks - 1) / chunks; }
  __host__ __device__ std::int64_t first(std::int64_t chunk) const {
    const std::int64_t at = chunk * chunk_terms();
    return at < terms ? at : terms;
  }
  __host__ __device__ std::int64_t size(std::int64_t chunk) const {
    return first(chunk + 1) - first(chunk);
  }
};

/// Outputs that lie side by side in memory, in one chunk or as many as fill a large device.
inline ReductionShape over_columns(std::int64_t outputs, std::int64_t terms, bool chunked) {
  constexpr std::int64_t wanted_blocks = 1024;
  constexpr std::int64_t least_terms = 8;  // of a thread
  ReductionShape shape{.outputs = outputs, .terms = terms};
  while (shape.lanes < 32 && shape.lanes < outputs) shape.lanes *= 2;
  if (!chunked) return shape;
  const std::int64_t rows = block_threads / shape.lanes;
  const std::int64_t most = std::max<std::int64_t>(terms / (rows * least_terms), 1);
  shape.chunks = std::clamp<std::int64_t>(wanted_blocks / shape.tiles(), 1, most);
  return shape;
}

/// Terms that lie side by side: a block to an output.
inline ReductionShape over_rows(std::int64_t outputs, std::int64_t terms, bool chunked) {
  constexpr std::int64_t wanted_blocks = 1024;
  constexpr std::int64_t least_terms = 8;
  ReductionShape shape{.outputs = outputs, .terms = terms};
  if (!chunked) return shape;
  const std::int64_t most = std::max<std::int64_t>(terms / (block_threads * least_terms), 1);
  shape.chunks = std::clamp<std::int64_t>(wanted_blocks / outputs, 1, most);
  return shape;
}

/// The one skeleton of reductions. R has
///   struct Value              trivial; zero is where a sum starts
///   using Context             what accumulate wants of its output, fetched once a thread
///   Context context(output) const
///   void accumulate(Value&, const Context&, output, term) const
///   static void combine(Value& into, const Value& other)
///   void store(output, chunk, const Value&) const
/// Each thread takes every rows-th term of its chunk; a tree over the threads of an output follows.
template <class R>
struct BlockReduction {
  struct Shared {
    typename R::Value value[block_threads];
  };
  using State = Nothing;

  R reduction;
  ReductionShape shape;

  __host__ __device__ unsigned rows() const { return block_threads / shape.lanes; }

  __host__ __device__ int phases() const {
    int phases = 1;
    for (unsigned rows_left = rows(); rows_left > 1; rows_left /= 2) ++phases;
    return phases;
  }

  __host__ __device__ void run(int phase, const Thread& thread, State&, Shared& shared) const {
    const unsigned lane = thread.thread % shape.lanes;
    const unsigned row = thread.thread / shape.lanes;
    const std::int64_t tiles = shape.tiles();
    const std::int64_t output = thread.block % tiles * shape.lanes + lane;
    const std::int64_t chunk = thread.block / tiles;
    if (phase == 0) {
      typename R::Value value{};
      if (output < shape.outputs) {
        const typename R::Context context = reduction.context(output);
        const std::int64_t last = shape.first(chunk + 1);
        for (std::int64_t term = shape.first(chunk) + row; term < last; term += rows()) {
          reduction.accumulate(value, context, output, term);
        }
      }
      shared.value[thread.thread] = value;
    } else {
      const unsigned half = rows() >> phase;
      if (row < half) {
        R::combine(shared.value[thread.thread], shared.value[thread.thread + half * shape.lanes]);
      }
    }
    if (phase == phases() - 1 && row == 0 && output < shape.outputs) {
      reduction.store(output, chunk, shared.value[lane]);
    }
  }
};

template <class R>
void reduce(cudaStream_t stream, const R& reduction, const ReductionShape& shape,
            const char* name) {
  launch(stream, {.blocks = static_cast<unsigned>(shape.tiles() * shape.chunks)},
         BlockReduction<R>{reduction, shape}, name);
}

}  // namespace resnet_bench::cuda
