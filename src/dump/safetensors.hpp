#pragma once

#include "resnet_bench/tensor.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace resnet_bench {

/// Writes a safetensors file (https://huggingface.co/docs/safetensors): the length of a JSON
/// header, the header, the tensors' bytes. Data goes to disk as it comes, so a dump may be larger
/// than memory. The file appears under its name when it is whole.
class SafetensorsWriter {
 public:
  /// Throws Refusal where the file cannot be made.
  explicit SafetensorsWriter(const std::filesystem::path& file);
  /// Removes what was not finished.
  ~SafetensorsWriter();
  SafetensorsWriter(const SafetensorsWriter&) = delete;
  SafetensorsWriter& operator=(const SafetensorsWriter&) = delete;

  /// `data`: row-major of `shape`. Names must differ. Throws RunError where the disk is full.
  void add(const std::string& name, DataType type, const Shape& shape,
           std::span<const std::byte> data);
  void set_metadata(std::map<std::string, std::string> metadata);

  /// Throws RunError where the disk is full or the file cannot take its place.
  void finish();

 private:
  struct Entry {
    std::string name;
    DataType type;
    Shape shape;
    std::int64_t begin;
    std::int64_t end;
  };

  std::string header() const;
  /// `error`: an errno, read at once behind what failed.
  [[noreturn]] void fail(int error) const;

  std::string subject_;  ///< of messages
  std::filesystem::path target_;
  std::filesystem::path data_file_;   ///< the tensors alone: the header's length is known last
  std::filesystem::path whole_file_;  ///< header and tensors, until it is renamed
  std::fstream data_;
  std::vector<Entry> entries_;
  std::map<std::string, std::string> metadata_;
  std::int64_t written_ = 0;
};

}  // namespace resnet_bench
