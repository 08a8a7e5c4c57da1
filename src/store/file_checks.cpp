#include "store/file_checks.hpp"

#include "resnet_bench/error.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <unistd.h>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// As the kernel sees it: permissions, a read-only mount, access lists.
bool may_write(const fs::path& path) { return access(path.c_str(), W_OK) == 0; }

std::string last_error() { return std::strerror(errno); }

}  // namespace

fs::path folder_of(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

void refuse_unless_writable(FileRole role, const fs::path& file) {
  const bool is_database = role == FileRole::database;
  const std::string name = is_database ? "database" : "summary";
  if (file.empty()) throw Refusal("the " + name + "'s path is empty; give the path of a file");
  const std::string subject = name + " '" + file.string() + "'";

  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status) || !file.has_filename()) {
    const fs::path example = file / (is_database ? "resnet_bench.db" : "summary.tsv");
    throw Refusal(subject + " is a folder; give a file, for example '" + example.string() + "'");
  }
  const bool is_special = fs::exists(status) && !fs::is_regular_file(status);
  if (is_special && is_database) {
    throw Refusal(subject + " is a device or a pipe; give the path of a file");
  }
  const fs::path folder = folder_of(file);
  if (!fs::is_directory(fs::status(folder, error))) {
    throw Refusal(subject + ": there is no folder '" + folder.string() +
                  "'; make it first or give another path");
  }
  if (fs::exists(status) && !may_write(file)) {
    throw Refusal(subject + " cannot be written (" + last_error() +
                  "); make it writable or give another path");
  }
  if (is_special) return;  // is written in place
  // Also for a file that exists: SQLite puts its log beside it, and a new summary is renamed there.
  // Beside the file itself, where the path is a link to it.
  const fs::path written = folder_of(fs::weakly_canonical(file, error));
  if (access(written.c_str(), W_OK | X_OK) != 0) {
    throw Refusal(subject + ": nothing can be written in folder '" + written.string() + "' (" +
                  last_error() + "); make it writable or give another path");
  }
}

}  // namespace resnet_bench
