#include "resnet_bench/caches.hpp"

#include "made_tree.hpp"

#include <gtest/gtest.h>

#include <array>

namespace resnet_bench {
namespace {

void cache(const MadeTree& tree, int processor, int index, const std::string& level,
           const std::string& size, const std::string& shared) {
  const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(processor) +
                             "/cache/index" + std::to_string(index) + "/";
  tree.write(folder + "level", level + "\n");
  tree.write(folder + "size", size + "\n");
  if (!shared.empty()) tree.write(folder + "shared_cpu_list", shared + "\n");
}

TEST(LastLevelCache, CountsOnceWhatSeveralShareAndAddsUpTheRest) {
  const MadeTree tree;
  for (const int processor : {0, 1, 4}) {
    cache(tree, processor, 0, "1", "48K", std::to_string(processor));
    cache(tree, processor, 1, "3", "32M", processor == 4 ? "4-7" : "0-3");
    cache(tree, processor, 2, "2", "2048K", std::to_string(processor));
  }
  constexpr std::int64_t mib = 1 << 20;
  EXPECT_EQ(last_level_cache_bytes({0, 1}, tree.root()), 32 * mib);
  EXPECT_EQ(last_level_cache_bytes({0, 1, 4}, tree.root()), 64 * mib);
}

TEST(LastLevelCache, WithoutAWordAboutSharingIsEachProcessorsOwn) {
  const MadeTree tree;
  for (const int processor : {0, 1}) cache(tree, processor, 0, "2", "512K", "");
  EXPECT_EQ(last_level_cache_bytes({0, 1}, tree.root()), 1024 * 1024);
}

TEST(LastLevelCache, IsNotKnownWhereTheSystemDoesNotTell) {
  const MadeTree tree;
  EXPECT_EQ(last_level_cache_bytes({0}, tree.root()), std::nullopt);
  cache(tree, 0, 0, "3", "large", "0");
  EXPECT_EQ(last_level_cache_bytes({0}, tree.root()), std::nullopt);
  EXPECT_EQ(last_level_cache_bytes({}, tree.root()), std::nullopt);
}

/// Every way that this processor has keeps what was written, at any alignment and length.
TEST(CacheFlusher, LosesNothing) {
  std::vector<unsigned char> bytes(4096 + 64);
  std::vector<CacheFlush> ways = {CacheFlush::sweep};
  if (best_cache_flush() != CacheFlush::sweep) ways.push_back(CacheFlush::clflush);
  if (best_cache_flush() == CacheFlush::clflushopt) ways.push_back(CacheFlush::clflushopt);
  for (const CacheFlush way : ways) {
    CacheFlusher flusher(way);
    EXPECT_EQ(flusher.way(), way);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i * 7);
    const std::array parts{MemoryPart{bytes.data() + 3, 1}, MemoryPart{bytes.data() + 61, 4000},
                           MemoryPart{nullptr, 0}};
    flusher.flush(parts);
    flusher.flush({});
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      ASSERT_EQ(bytes[i], static_cast<unsigned char>(i * 7)) << to_string(way) << " " << i;
    }
  }
}

}  // namespace
}  // namespace resnet_bench
