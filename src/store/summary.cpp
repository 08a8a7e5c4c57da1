#include "store/summary.hpp"

#include "resnet_bench/error.hpp"

#include "embedded/summarize.sql.hpp"
#include "store/file_checks.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

void write_text(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) throw fs::filesystem_error("write", file, {errno, std::generic_category()});
}

/// Removed at the end of its scope, unless it has become the summary by then.
struct TemporaryFile {
  fs::path path;
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

void replace_file(const fs::path& file, const std::string& text) {
  // A link keeps pointing where it pointed; what it points to is replaced.
  const fs::path target = fs::weakly_canonical(file);
  const fs::file_status status = fs::status(target);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    write_text(target, text);  // a pipe or /dev/stdout has no place to take
    return;
  }
  // In the same folder, for a rename between file systems is a copy.
  const TemporaryFile temporary{target.string() + ".partial-" + std::to_string(getpid())};
  write_text(temporary.path, text);
  fs::rename(temporary.path, target);
}

}  // namespace

void check_summary_path(const fs::path& file) { refuse_unless_writable(FileRole::summary, file); }

std::string summary_text(Database& database, std::int64_t run) {
  Statement statement(database, embedded::summarize_sql);
  statement.bind(statement.parameter(":run"), run);
  std::string text;
  while (statement.step()) {
    for (int column = 0; column < statement.column_count(); ++column) {
      if (column > 0) text += '\t';
      text += statement.text(column);
    }
    text += '\n';
  }
  return text;
}

void write_summary(Database& database, std::int64_t run, const fs::path& file) {
  const std::string subject = "summary '" + file.string() + "' cannot be written: ";
  try {
    replace_file(file, summary_text(database, run));
  } catch (const SqliteError& error) {
    throw RunError(subject + error.what());
  } catch (const fs::filesystem_error& error) {
    throw RunError(subject + error.code().message());
  }
}

}  // namespace resnet_bench
