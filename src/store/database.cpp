#include "store/database.hpp"

#include <sqlite3.h>

namespace resnet_bench {
namespace {

constexpr int primary_code_mask = 0xff;  // an extended result code keeps its primary one here

[[noreturn]] void throw_error(sqlite3* handle, int code) {
  throw SqliteError(code & primary_code_mask,
                    handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code));
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }

Database::Database(const std::filesystem::path& file, Access access,
                   std::chrono::milliseconds busy_timeout) {
  // An absolute path is never taken for ":memory:" or for a URI.
  const std::string name = std::filesystem::absolute(file).string();
  int flags = SQLITE_OPEN_READWRITE;
  if (access == Access::create) flags |= SQLITE_OPEN_CREATE;
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);  // there to be closed even where opening failed
  if (code != SQLITE_OK) throw_error(handle, code);
  sqlite3_busy_timeout(handle, static_cast<int>(busy_timeout.count()));
}

void Database::execute(const std::string& script) {
  const int code = sqlite3_exec(handle_.get(), script.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw_error(handle_.get(), code);
}

std::int64_t Database::query_int64(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.int64(0) : 0;
}

std::string Database::query_text(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.text(0) : std::string();
}

std::int64_t Database::last_insert_id() const { return sqlite3_last_insert_rowid(handle_.get()); }

bool Database::is_read_only() const { return sqlite3_db_readonly(handle_.get(), "main") == 1; }

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

void Statement::Finalize::operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }

Statement::Statement(Database& database, std::string_view sql) : database_(database.handle_.get()) {
  sqlite3_stmt* handle = nullptr;
  check(sqlite3_prepare_v2(database_, sql.data(), static_cast<int>(sql.size()), &handle, nullptr));
  handle_.reset(handle);
}

void Statement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(handle_.get(), parameter, value));
}

void Statement::bind(int parameter, double value) {
  check(sqlite3_bind_double(handle_.get(), parameter, value));
}

void Statement::bind(int parameter, std::string_view value) {
  // An empty view may have a null pointer, which SQLite would take for NULL.
  const char* data = value.empty() ? "" : value.data();
  check(sqlite3_bind_text64(handle_.get(), parameter, data, value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
}

void Statement::bind_null(int parameter) { check(sqlite3_bind_null(handle_.get(), parameter)); }

int Statement::parameter(const char* name) const {
  return sqlite3_bind_parameter_index(handle_.get(), name);
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const SqliteError error(code & primary_code_mask, sqlite3_errmsg(database_));
  sqlite3_reset(handle_.get());  // lets go of its locks
  throw error;
}

void Statement::run() {
  while (step()) {
  }
  check(sqlite3_reset(handle_.get()));
}

int Statement::column_count() const { return sqlite3_column_count(handle_.get()); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::int64(int column) const {
  return sqlite3_column_int64(handle_.get(), column);
}

double Statement::real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string Statement::text(int column) const {
  const auto* data = sqlite3_column_text(handle_.get(), column);
  if (data == nullptr) return {};
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column));
  return {reinterpret_cast<const char*>(data), size};
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw_error(database_, code);
}

Transaction::Transaction(Database& database, Kind kind) : database_(database) {
  database_.execute(kind == Kind::write ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
}

Transaction::~Transaction() {
  // SQLite has rolled back by itself after some errors, a full disk among them.
  if (!database_.in_transaction()) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const SqliteError&) {
    // Nothing was committed; the file is as it was before.
  }
}

void Transaction::commit() { database_.execute("COMMIT"); }

}  // namespace resnet_bench
