#pragma once

#include <cstdint>
#include <filesystem>

namespace resnet_bench {

/// SQLite's write-ahead log needs memory shared by all who use the file. Between the machines of a
/// network file system there is none, and the database would be corrupted
/// (https://www.sqlite.org/wal.html, "All processes using a database must be on the same host").
enum class FileSystem { local, network };

/// From f_type of statfs(2). What is not known to be shared counts as local.
FileSystem classify_file_system(std::uint32_t magic);

/// Of the file, or of its folder where it does not exist yet.
FileSystem file_system_of(const std::filesystem::path& file);

}  // namespace resnet_bench
