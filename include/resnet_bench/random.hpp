#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace resnet_bench {

/// A counter-based generator: value i of a stream is a function of (seed, name, i), so values do
/// not depend on order, number of threads or what else was drawn. The mixing function is
/// SplitMix64's finaliser (Steele, Lea and Flood 2014).
class RandomStream {
 public:
  RandomStream(std::int64_t seed, std::string_view name);

  std::uint64_t bits(std::uint64_t index) const;
  /// In [0, 1), a multiple of 2^-24.
  float uniform(std::uint64_t index) const;
  /// Standard normal (Box and Muller 1958), rounded to fp32.
  float normal(std::uint64_t index) const;

 private:
  std::uint64_t key_;
};

/// FNV-1a, 64 bits: the same on every machine, unlike std::hash.
std::uint64_t stable_hash(std::string_view text, std::uint64_t seed = 14695981039346656037ULL);
/// The same as 16 hexadecimal digits.
std::string hash_text(std::string_view text);

}  // namespace resnet_bench
