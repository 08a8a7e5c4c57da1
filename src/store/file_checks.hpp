#pragma once

#include <filesystem>

namespace resnet_bench {

/// What a file is to be written for.
enum class FileRole {
  database,
  summary,  ///< may also be a pipe or a device: /dev/stdout
  tensors,
};

/// The folder that holds a file; "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Refusal, in one line, where the file could not be written: an empty path, a folder, a missing
/// or read-only folder around it, a read-only file, a device in place of a database or of
/// a tensor file. Touches nothing.
void refuse_unless_writable(FileRole role, const std::filesystem::path& file);

/// Refusal where two paths lead to one file, however they are written: relative and absolute,
/// through links. An empty path leads nowhere.
void refuse_same_file(FileRole role, const std::filesystem::path& file, FileRole other_role,
                      const std::filesystem::path& other);

}  // namespace resnet_bench
