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

struct RoleNames {
  std::string role;
  std::string example;  ///< a file's name
};

RoleNames names_of(FileRole role) {
  switch (role) {
    case FileRole::database:
      return {"database", "resnet_bench.db"};
    case FileRole::summary:
      return {"summary", "summary.tsv"};
    case FileRole::tensors:
      return {"tensor file", "tensors.safetensors"};
  }
  return {};
}

}  // namespace

fs::path folder_of(const fs::path& file) {
  const fs::path folder = file.parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

void refuse_unless_writable(FileRole role, const fs::path& file) {
  const auto [name, example_name] = names_of(role);
  if (file.empty()) throw Refusal("the " + name + "'s path is empty; give the path of a file");
  const std::string subject = name + " '" + file.string() + "'";

  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status) || !file.has_filename()) {
    throw Refusal(subject + " is a folder; give a file, for example '" +
                  (file / example_name).string() + "'");
  }
  const bool is_special = fs::exists(status) && !fs::is_regular_file(status);
  if (is_special && role != FileRole::summary) {
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

void refuse_same_file(FileRole role, const fs::path& file, FileRole other_role,
                      const fs::path& other) {
  if (file.empty() || other.empty()) return;
  std::error_code error;
  const auto whole = [&](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(path, error), error);
  };
  if (!fs::equivalent(file, other, error) && whole(file) != whole(other)) return;
  throw Refusal(names_of(role).role + " '" + file.string() + "' and " + names_of(other_role).role +
                " '" + other.string() + "' are one file; give two");
}

}  // namespace resnet_bench
