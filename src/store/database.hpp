#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

/// SQLite behind RAII: the only place that calls its C interface.
namespace resnet_bench {

/// SQLite's own words, with its primary result code (SQLITE_BUSY, SQLITE_FULL, ...).
class SqliteError : public std::runtime_error {
 public:
  SqliteError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// One connection to one file.
class Database {
 public:
  enum class Access { read_write, create };

  /// Waits up to busy_timeout wherever another process holds a lock.
  Database(const std::filesystem::path& file, Access access,
           std::chrono::milliseconds busy_timeout);

  /// Runs all statements of a script; rows are dropped.
  void execute(const std::string& script);

  std::int64_t query_int64(std::string_view sql);
  std::string query_text(std::string_view sql);

  std::int64_t last_insert_id() const;
  bool is_read_only() const;
  bool in_transaction() const;

 private:
  friend class Statement;
  struct Close {
    void operator()(sqlite3* handle) const;
  };

  std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement. Parameters count from 1, columns from 0, as in SQLite.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);

  void bind(int parameter, std::int64_t value);
  void bind(int parameter, double value);
  void bind(int parameter, std::string_view value);  ///< copied
  void bind_null(int parameter);

  /// The number of a named parameter, ":run"; 0 where the statement has none of that name.
  int parameter(const char* name) const;

  /// True: a row is there. Throws SqliteError.
  bool step();

  /// Runs a statement without rows and makes it ready for new values.
  void run();

  int column_count() const;
  bool is_null(int column) const;
  std::int64_t int64(int column) const;
  double real(int column) const;
  std::string text(int column) const;  ///< empty for NULL

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const;
  };

  void check(int code) const;

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// Rolled back unless committed.
class Transaction {
 public:
  enum class Kind {
    read,   ///< all that is read inside is of one moment
    write,  ///< takes the write lock at once, so that nothing read inside is outdated when written
  };

  Transaction(Database& database, Kind kind);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
};

}  // namespace resnet_bench
