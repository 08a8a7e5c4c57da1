#pragma once

#include "store/database.hpp"
#include "store/file_system.hpp"

#include <chrono>
#include <filesystem>
#include <span>
#include <string_view>

namespace resnet_bench {

/// The tables, newest version, and how older ones become it.
struct Schema {
  std::string_view newest;  ///< makes all tables in an empty database and sets user_version
  /// upgrades[i] turns version i+1 into version i+2; user_version is set after it.
  std::span<const std::string_view> upgrades;

  int version() const { return static_cast<int>(upgrades.size()) + 1; }
};

/// sql/schema.sql
Schema current_schema();

/// Opens the file, making it where it does not exist, with its tables as in `schema`, ready for
/// several processes at once: write-ahead log on a local file system, rollback journal on a
/// network one. Refusal: a file that is not ours, newer than we know, or cannot be written; it is
/// left as it was.
Database open_database(const std::filesystem::path& file, FileSystem file_system,
                       const Schema& schema, std::chrono::milliseconds busy_timeout);

}  // namespace resnet_bench
