#pragma once

#include <cstdint>

/// Loops that do nothing but one thing as fast as it goes, in one thread, to measure what that is.
namespace resnet_bench::cpu {

/// Chains of v = 0.5 v + 1 in registers, each from its own start; v tends to 2. The sum of all
/// lanes of all chains comes out, so that none can be left out. FLOP: multiply_add_flop() a round.
float multiply_add_f32(std::int64_t rounds);
double multiply_add_f64(std::int64_t rounds);
std::int64_t multiply_add_flop_f32();
std::int64_t multiply_add_flop_f64();

/// Streams over arrays of `count` floats, a multiple of 128, aligned to 64 bytes. With `past_caches`
/// stores are non-temporal.
float read_stream(std::int64_t count, const float* from);  ///< their sum
void write_stream(std::int64_t count, float value, float* to, bool past_caches);
void copy_stream(std::int64_t count, const float* from, float* to, bool past_caches);
void add_stream(std::int64_t count, const float* a, const float* b, float* to, bool past_caches);

}  // namespace resnet_bench::cpu
