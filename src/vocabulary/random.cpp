#include "resnet_bench/random.hpp"

#include <cmath>
#include <cstdio>
#include <numbers>

namespace resnet_bench {
namespace {

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15ULL;

}  // namespace

std::uint64_t stable_hash(std::string_view text, std::uint64_t seed) {
  std::uint64_t hash = seed;
  for (unsigned char byte : text) hash = (hash ^ byte) * 1099511628211ULL;
  return hash;
}

std::string hash_text(std::string_view text) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(stable_hash(text)));
  return digits;
}

RandomStream::RandomStream(std::int64_t seed, std::string_view name)
    : key_(mix(stable_hash(name) ^ mix(static_cast<std::uint64_t>(seed) + golden_gamma))) {}

std::uint64_t RandomStream::bits(std::uint64_t index) const {
  return mix(key_ + (index + 1) * golden_gamma);
}

float RandomStream::uniform(std::uint64_t index) const {
  return static_cast<float>(bits(index) >> 40) * 0x1p-24F;
}

float RandomStream::normal(std::uint64_t index) const {
  const std::uint64_t drawn = bits(index);
  // 1 - u lies in (0, 1], so the logarithm is finite.
  const float u = 1.0F - static_cast<float>(drawn >> 40) * 0x1p-24F;
  const float angle =
      2.0F * std::numbers::pi_v<float> * static_cast<float>(drawn & 0xffffff) * 0x1p-24F;
  return std::sqrt(-2.0F * std::log(u)) * std::cos(angle);
}

}  // namespace resnet_bench
