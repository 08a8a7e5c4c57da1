#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

/// The caches between this host's processors and its memory.
namespace resnet_bench {

/// A part of memory.
struct MemoryPart {
  const void* data = nullptr;
  std::int64_t bytes = 0;
};

/// Bytes of the last-level caches that these processors have together: a cache that several share
/// counts once. Nothing where the system does not tell. `root` is where /sys is looked for.
std::optional<std::int64_t> last_level_cache_bytes(const std::vector<int>& processors,
                                                   const std::filesystem::path& root = "/");

/// How memory is dropped from all caches, written back first.
enum class CacheFlush : std::uint8_t {
  clflushopt,  ///< line by line, of x86 since 2015 (Intel's manual, volume 2, CLFLUSHOPT)
  clflush,     ///< the same one line after the other, of every x86-64
  sweep,       ///< a buffer twice as large as the last-level cache is read instead
};

const char* to_string(CacheFlush way);

/// The best way that this processor has.
CacheFlush best_cache_flush();

/// Drops memory of this process from the caches of all of the host's processors.
class CacheFlusher {
 public:
  explicit CacheFlusher(CacheFlush way = best_cache_flush()) : way_(way) {}

  CacheFlush way() const { return way_; }
  /// Returns when the lines have left. A sweep's buffer is allocated at the first call.
  void flush(std::span<const MemoryPart> parts);

 private:
  CacheFlush way_;
  std::vector<std::uint64_t> swept_;
};

}  // namespace resnet_bench
