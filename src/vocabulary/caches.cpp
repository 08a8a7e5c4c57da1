#include "resnet_bench/caches.hpp"

#include "resnet_bench/host.hpp"

#include <charconv>
#include <fstream>
#include <map>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::string line_in(const fs::path& file) {
  std::string line;
  std::getline(std::ifstream(file), line);
  return line;
}

/// "266240K" in bytes.
std::optional<std::int64_t> bytes_in(const std::string& size) {
  std::int64_t number = 0;
  const char* const end = size.data() + size.size();
  const auto [stop, error] = std::from_chars(size.data(), end, number);
  if (error != std::errc{} || number <= 0) return {};
  const std::string unit(stop, end);
  if (unit == "K") return number * 1024;
  if (unit == "M") return number * 1024 * 1024;
  return unit.empty() ? std::optional(number) : std::nullopt;
}

#if defined(__x86_64__)

constexpr std::uintptr_t line_bytes = 64;

bool has_clflushopt() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 23 & 1) != 0;
}

/// Between fences: what was written before is dropped too, and all of it has left at the end.
/// Compiled for clflushopt, of which compilers make no use unasked.
template <CacheFlush way>
__attribute__((target("clflushopt"))) void drop_lines(std::span<const MemoryPart> parts) {
  _mm_mfence();
  for (const MemoryPart& part : parts) {
    const auto begin = reinterpret_cast<std::uintptr_t>(part.data) / line_bytes * line_bytes;
    const auto end =
        reinterpret_cast<std::uintptr_t>(part.data) + static_cast<std::uintptr_t>(part.bytes);
    for (std::uintptr_t line = begin; line < end; line += line_bytes) {
      if constexpr (way == CacheFlush::clflushopt) {
        _mm_clflushopt(reinterpret_cast<void*>(line));
      } else {
        _mm_clflush(reinterpret_cast<const void*>(line));
      }
    }
  }
  _mm_mfence();
}

#endif

/// Where what a sweep reads goes, so that no compiler leaves the sweep out.
volatile std::uint64_t sink = 0;

}  // namespace

std::optional<std::int64_t> last_level_cache_bytes(const std::vector<int>& processors,
                                                   const fs::path& root) {
  std::map<std::string, std::int64_t> last;  // by the processors that share it
  for (const int processor : processors) {
    const fs::path folder =
        root / "sys/devices/system/cpu" / ("cpu" + std::to_string(processor)) / "cache";
    std::string level_found;
    std::string shared_by;
    std::optional<std::int64_t> bytes;
    for (int index = 0;; ++index) {
      const fs::path cache = folder / ("index" + std::to_string(index));
      const std::string level = line_in(cache / "level");
      if (level.empty()) break;
      if (level < level_found) continue;
      level_found = level;
      bytes = bytes_in(line_in(cache / "size"));
      shared_by = line_in(cache / "shared_cpu_list");
    }
    if (!bytes) return {};
    // Where the system does not say who shares it, each is taken for a processor's own.
    last[shared_by.empty() ? std::to_string(processor) : shared_by] = *bytes;
  }
  std::int64_t sum = 0;
  for (const auto& [shared_by, bytes] : last) sum += bytes;
  return sum == 0 ? std::nullopt : std::optional(sum);
}

const char* to_string(CacheFlush way) {
  switch (way) {
    case CacheFlush::clflushopt:
      return "clflushopt";
    case CacheFlush::clflush:
      return "clflush";
    case CacheFlush::sweep:
      return "sweep";
  }
  return "?";
}

CacheFlush best_cache_flush() {
#if defined(__x86_64__)
  return has_clflushopt() ? CacheFlush::clflushopt : CacheFlush::clflush;
#else
  return CacheFlush::sweep;
#endif
}

void CacheFlusher::flush(std::span<const MemoryPart> parts) {
#if defined(__x86_64__)
  if (way_ == CacheFlush::clflushopt) return drop_lines<CacheFlush::clflushopt>(parts);
  if (way_ == CacheFlush::clflush) return drop_lines<CacheFlush::clflush>(parts);
#endif
  static_cast<void>(parts);  // a sweep drops everything
  if (swept_.empty()) {
    constexpr std::int64_t unknown = std::int64_t{256} << 20;  // more than most caches have
    const std::int64_t cache = last_level_cache_bytes(allowed_processors()).value_or(unknown);
    swept_.assign(static_cast<std::size_t>(2 * cache) / sizeof(std::uint64_t), 1);
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t value : swept_) sum += value;
  sink = sum;
}

}  // namespace resnet_bench
