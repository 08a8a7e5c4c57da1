#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <stdlib.h>
#include <string>

namespace resnet_bench {

/// A folder for /proc and /sys as a test wants them. Gone with the object.
class MadeTree {
 public:
  MadeTree() {
    std::string name = (std::filesystem::temp_directory_path() / "resnet_bench_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~MadeTree() { std::filesystem::remove_all(root_); }
  MadeTree(const MadeTree&) = delete;
  MadeTree& operator=(const MadeTree&) = delete;

  const std::filesystem::path& root() const { return root_; }

  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  void processor(int number, int package, int core) const {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(number) + "/topology/";
    write(folder + "physical_package_id", std::to_string(package) + "\n");
    write(folder + "core_id", std::to_string(core) + "\n");
  }

 private:
  std::filesystem::path root_;
};

}  // namespace resnet_bench
