#include "dump/safetensors.hpp"
#include "store/refusal.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <sys/resource.h>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

void add_two(SafetensorsWriter& writer) {
  const std::vector<std::uint8_t> values{1, 2};
  writer.add("a", DataType::u8, Shape{2}, std::as_bytes(std::span(values)));
}

/// Every larger file is as if on a full disk: writing answers EFBIG.
class LargestFile {
 public:
  explicit LargestFile(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~LargestFile() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  LargestFile(const LargestFile&) = delete;
  LargestFile& operator=(const LargestFile&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST(Safetensors, HeaderThenDataAndNoOtherFile) {
  const TemporaryFolder folder;
  {
    SafetensorsWriter writer(folder / "t.st");
    add_two(writer);
    writer.set_metadata({{"model", "tiny"}});
    writer.finish();
  }
  const std::string header =
      R"({"__metadata__":{"model":"tiny"},"a":{"data_offsets":[0,2],"dtype":"U8","shape":[2]}})";
  const std::string padded = header + std::string((8 - header.size() % 8) % 8, ' ');
  const std::string length{static_cast<char>(padded.size()), 0, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(read_file(folder / "t.st"), length + padded + "\1\2");
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"t.st"});
}

TEST(Safetensors, WithoutTensors) {
  const TemporaryFolder folder;
  SafetensorsWriter writer(folder / "t.st");
  writer.finish();
  EXPECT_EQ(read_file(folder / "t.st").substr(8, 16), R"({"__metadata__":)");
}

TEST(Safetensors, UnfinishedLeavesAllAsItWas) {
  const TemporaryFolder folder;
  for (const char* name : {"t.st", "t.st.partial", "t.st.whole"}) {
    write_file(folder / name, "of the user");
  }
  const auto before = names_in(folder.path());
  {
    SafetensorsWriter writer(folder / "t.st");
    add_two(writer);
  }
  EXPECT_EQ(names_in(folder.path()), before);
  for (const std::string& name : before) EXPECT_EQ(read_file(folder / name), "of the user") << name;
}

TEST(Safetensors, ALinkStaysALink) {
  const TemporaryFolder folder;
  write_file(folder / "there.st", "of an earlier run");
  fs::create_symlink("there.st", folder / "t.st");
  SafetensorsWriter writer(folder / "t.st");
  writer.finish();
  EXPECT_TRUE(fs::is_symlink(folder / "t.st"));
  EXPECT_NE(read_file(folder / "there.st"), "of an earlier run");
}

TEST(Safetensors, AFullDiskIsToldByTheTensorThatMeetsIt) {
  const TemporaryFolder folder;
  {
    SafetensorsWriter writer(folder / "t.st");
    const std::vector<std::byte> large(1 << 20);
    const LargestFile limit(4096);
    EXPECT_EQ(message_of<RunError>([&] { writer.add("a", DataType::u8, Shape{1 << 20}, large); }),
              "--dump-tensors " + (folder / "t.st").string() + ": writing failed (File too large)");
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Safetensors, AFullDiskAtTheEnd) {
  const TemporaryFolder folder;
  {
    SafetensorsWriter writer(folder / "t.st");
    add_two(writer);
    const LargestFile limit(16);
    EXPECT_EQ(message_of<RunError>([&] { writer.finish(); }),
              "--dump-tensors " + (folder / "t.st").string() + ": writing failed (File too large)");
  }
  EXPECT_TRUE(names_in(folder.path()).empty());
}

TEST(Safetensors, AFolderThatTookThePlaceMeanwhile) {
  const TemporaryFolder folder;
  {
    SafetensorsWriter writer(folder / "t.st");
    fs::create_directory(folder / "t.st");
    EXPECT_EQ(message_of<RunError>([&] { writer.finish(); }),
              "--dump-tensors " + (folder / "t.st").string() + ": writing failed (Is a directory)");
  }
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"t.st"});
}

TEST(Safetensors, AFileThatCannotBeMadeIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of([&] { SafetensorsWriter writer(folder / "missing/t.st"); }),
            "--dump-tensors " + (folder / "missing/t.st").string() +
                ": cannot be written (No such file or directory)");
}

}  // namespace
}  // namespace resnet_bench
