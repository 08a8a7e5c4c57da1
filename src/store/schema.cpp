#include "store/schema.hpp"

#include "resnet_bench/error.hpp"

#include "embedded/schema.sql.hpp"
#include "store/file_checks.hpp"

#include <sqlite3.h>

#include <array>
#include <cstdio>
#include <string>
#include <thread>

namespace resnet_bench {
namespace {

constexpr std::int64_t our_application_id = 0x52734e62;  // "RsNb", as in sql/schema.sql

/// The first brings version 1 to 2, the next 2 to 3. New columns are empty in rows written before.
constexpr std::array<std::string_view, 10> upgrades = {
    R"sql(
ALTER TABLE run ADD COLUMN missing_sensors TEXT NOT NULL DEFAULT '';
ALTER TABLE iteration ADD COLUMN sampled INTEGER NOT NULL DEFAULT 0 CHECK (sampled IN (0, 1));)sql",
    R"sql(
ALTER TABLE step_stat ADD COLUMN std_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN mad_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN p90_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN p95_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN p99_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN min_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN max_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN mean_ci_low_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN mean_ci_high_ns INTEGER;
ALTER TABLE step_stat ADD COLUMN effective_count REAL;
CREATE TABLE run_stat (
  run              INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  kind             TEXT    NOT NULL CHECK (kind IN ('plain', 'layered')),
  iterations       INTEGER NOT NULL CHECK (iterations > 0),
  sum_ns           INTEGER NOT NULL CHECK (sum_ns >= 0),
  mean_ns          INTEGER NOT NULL CHECK (mean_ns >= 0),
  std_ns INTEGER, median_ns INTEGER, mad_ns INTEGER, p90_ns INTEGER, p95_ns INTEGER,
  p99_ns INTEGER, min_ns INTEGER, max_ns INTEGER, mean_ci_low_ns INTEGER,
  mean_ci_high_ns INTEGER, ci_low_ns INTEGER, ci_high_ns INTEGER, effective_count REAL,
  PRIMARY KEY (run, kind)
) STRICT, WITHOUT ROWID;)sql",
    R"sql(
CREATE TABLE machine_roof (
  id INTEGER PRIMARY KEY, measured_at TEXT NOT NULL, host TEXT NOT NULL, device TEXT NOT NULL,
  device_model TEXT NOT NULL, threads INTEGER NOT NULL, processors TEXT NOT NULL,
  version TEXT NOT NULL, other_processors REAL
) STRICT;
CREATE TABLE roof_point (
  roof        INTEGER NOT NULL REFERENCES machine_roof ON DELETE CASCADE,
  kind        TEXT    NOT NULL CHECK (kind IN ('compute', 'bandwidth')),
  precision   TEXT    NOT NULL,
  bytes       INTEGER NOT NULL,
  write_share REAL    NOT NULL,
  burst       REAL    NOT NULL CHECK (burst > 0),
  sustained   REAL,
  PRIMARY KEY (roof, kind, precision, bytes, write_share)
) STRICT, WITHOUT ROWID;
ALTER TABLE run ADD COLUMN roof INTEGER REFERENCES machine_roof;
ALTER TABLE layer_pass ADD COLUMN read_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE layer_pass ADD COLUMN flops_without_padding INTEGER NOT NULL DEFAULT 0;
ALTER TABLE layer_pass ADD COLUMN roof_ns REAL;
ALTER TABLE layer_pass ADD COLUMN roof_binds TEXT NOT NULL DEFAULT ''
  CHECK (roof_binds IN ('', 'compute', 'memory'));)sql",
    R"sql(
ALTER TABLE run ADD COLUMN machine TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(machine));
ALTER TABLE run ADD COLUMN environment TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(environment));
ALTER TABLE run ADD COLUMN build TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(build));
ALTER TABLE run ADD COLUMN warnings TEXT NOT NULL DEFAULT '';
ALTER TABLE run ADD COLUMN arguments TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(arguments));
ALTER TABLE run ADD COLUMN huge_pages TEXT NOT NULL DEFAULT '';)sql",
    // A CHECK cannot be changed in place: https://www.sqlite.org/lang_altertable.html, section 7.
    R"sql(
ALTER TABLE run ADD COLUMN marks INTEGER NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN mark_ns REAL;
ALTER TABLE run ADD COLUMN stopped TEXT NOT NULL DEFAULT ''
  CHECK (stopped IN ('', 'iterations', 'interval', 'seconds'));
ALTER TABLE run ADD COLUMN warmup_verdict TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE run ADD COLUMN plain_verdict TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE run ADD COLUMN launch INTEGER NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN launches INTEGER NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN launch_group TEXT NOT NULL DEFAULT '';
CREATE TABLE new_iteration (
  run      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  number   INTEGER NOT NULL,
  block    INTEGER NOT NULL,
  kind     TEXT    NOT NULL CHECK (kind IN ('warmup', 'settle', 'plain', 'layered', 'dosed')),
  start_ns INTEGER NOT NULL,
  wall_ns  INTEGER NOT NULL CHECK (wall_ns >= 0),
  marks_ns INTEGER NOT NULL CHECK (marks_ns >= 0),
  loss     REAL,
  flags    TEXT    NOT NULL DEFAULT '',
  sampled  INTEGER NOT NULL DEFAULT 0 CHECK (sampled IN (0, 1)),
  cycle    INTEGER NOT NULL DEFAULT 0,
  dose     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
INSERT INTO new_iteration (run, number, block, kind, start_ns, wall_ns, marks_ns, loss, flags,
                           sampled, dose)
  SELECT run, number, block, kind, start_ns, wall_ns, marks_ns, loss, flags, sampled,
         kind = 'layered'
  FROM iteration;
DROP TABLE iteration;
ALTER TABLE new_iteration RENAME TO iteration;
CREATE TABLE segment (
  run        INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  kind       TEXT    NOT NULL CHECK (kind IN ('warmup', 'plain')),
  position   INTEGER NOT NULL,
  first      INTEGER NOT NULL,
  iterations INTEGER NOT NULL CHECK (iterations > 0),
  mean_ns    INTEGER NOT NULL CHECK (mean_ns >= 0),
  PRIMARY KEY (run, kind, position)
) STRICT, WITHOUT ROWID;)sql",
    R"sql(
ALTER TABLE run ADD COLUMN find_ns INTEGER NOT NULL DEFAULT 0;
CREATE TABLE conv_measurement (
  machine         TEXT    NOT NULL,
  problem         TEXT    NOT NULL,
  pass            TEXT    NOT NULL CHECK (pass IN ('Fwd', 'BwdData', 'BwdWeights')),
  algorithm       TEXT    NOT NULL,
  ns              REAL    NOT NULL CHECK (ns > 0),
  error           REAL,
  workspace_bytes INTEGER NOT NULL CHECK (workspace_bytes >= 0),
  library_choice  INTEGER NOT NULL CHECK (library_choice IN (0, 1)),
  chosen          INTEGER NOT NULL CHECK (chosen IN (0, 1)),
  PRIMARY KEY (machine, problem, pass, algorithm)
) STRICT, WITHOUT ROWID;)sql",
    R"sql(
ALTER TABLE run ADD COLUMN instance INTEGER NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN instances INTEGER NOT NULL DEFAULT 1;
ALTER TABLE run ADD COLUMN instance_group TEXT NOT NULL DEFAULT '';)sql",
    R"sql(
CREATE TABLE alone (
  id             INTEGER PRIMARY KEY,
  uid            TEXT    NOT NULL UNIQUE,
  started_at     TEXT    NOT NULL,
  ended_at       TEXT,
  ended          TEXT    NOT NULL DEFAULT 'unfinished'
                 CHECK (ended IN ('unfinished', 'done', 'interrupted', 'failed')),
  reason         TEXT    NOT NULL DEFAULT '',
  host           TEXT    NOT NULL,
  command_line   TEXT    NOT NULL,
  version        TEXT    NOT NULL,
  commit_id      TEXT    NOT NULL,
  subject        TEXT    NOT NULL,  -- a model's name or a suite's
  is_suite       INTEGER NOT NULL CHECK (is_suite IN (0, 1)),
  selected       TEXT    NOT NULL,
  variant        TEXT    NOT NULL,
  mode           TEXT    NOT NULL,
  batch          INTEGER,           -- NULL: each problem's own
  image_size     INTEGER,
  classes        INTEGER,
  precision      TEXT    NOT NULL,
  layout         TEXT    NOT NULL,
  fusion         TEXT    NOT NULL,
  conv           TEXT    NOT NULL,
  seed           INTEGER NOT NULL,
  plan_hash      TEXT    NOT NULL,
  device         TEXT    NOT NULL,
  device_model   TEXT    NOT NULL,
  threads        INTEGER NOT NULL,
  pinning        TEXT    NOT NULL,
  libraries      TEXT    NOT NULL CHECK (json_valid(libraries)),
  machine        TEXT    NOT NULL CHECK (json_valid(machine)),
  environment    TEXT    NOT NULL CHECK (json_valid(environment)),
  build          TEXT    NOT NULL CHECK (json_valid(build)),
  warnings       TEXT    NOT NULL,
  roof           INTEGER REFERENCES machine_roof,
  network_run    INTEGER REFERENCES run ON DELETE SET NULL,  -- that network_ns are of; NULL: none
  network_source TEXT    NOT NULL CHECK (network_source IN ('', 'stored', 'measured')),
  cache_bytes    INTEGER,           -- NULL: the system does not tell
  cache_flush    TEXT    NOT NULL
) STRICT;
CREATE TABLE alone_pass (
  alone           INTEGER NOT NULL REFERENCES alone ON DELETE CASCADE,
  leaf            INTEGER NOT NULL,
  pass            TEXT    NOT NULL
                  CHECK (pass IN ('Fwd', 'Bwd', 'BwdData', 'BwdWeights', 'Update')),
  path            TEXT    NOT NULL,
  places          TEXT    NOT NULL CHECK (json_valid(places)),  -- paths of all that do this work
  module          TEXT    NOT NULL,
  kind            TEXT    NOT NULL,
  problem         TEXT    NOT NULL,  -- of a convolution, as benchdnn writes it
  algorithm       TEXT    NOT NULL,
  layouts         TEXT    NOT NULL,
  workspace_bytes INTEGER NOT NULL,
  flops           INTEGER NOT NULL,
  least_bytes     INTEGER NOT NULL,
  read_bytes      INTEGER NOT NULL,
  flops_without_padding INTEGER NOT NULL,
  roof_ns         REAL,
  roof_binds      TEXT    NOT NULL,
  network_ns      REAL,  -- NULL: not known
  PRIMARY KEY (alone, leaf, pass)
) STRICT;
CREATE TABLE alone_time (
  alone            INTEGER NOT NULL,
  leaf             INTEGER NOT NULL,
  pass             TEXT    NOT NULL,
  caches           TEXT    NOT NULL CHECK (caches IN ('hot', 'weights cold', 'cold')),
  calls            INTEGER NOT NULL CHECK (calls > 0),
  sum_ns           INTEGER NOT NULL CHECK (sum_ns >= 0),
  mean_ns          INTEGER NOT NULL CHECK (mean_ns >= 0),
  std_ns           INTEGER,  -- of one call, as all that follow
  median_ns        INTEGER,
  mad_ns           INTEGER,
  p90_ns           INTEGER,
  p95_ns           INTEGER,
  p99_ns           INTEGER,
  min_ns           INTEGER,
  max_ns           INTEGER,
  mean_ci_low_ns   INTEGER,
  mean_ci_high_ns  INTEGER,
  ci_low_ns        INTEGER,
  ci_high_ns       INTEGER,
  effective_count  REAL,
  known            INTEGER NOT NULL CHECK (known IN (0, 1)),
  copies           INTEGER NOT NULL CHECK (copies > 0),
  touched_bytes    INTEGER NOT NULL CHECK (touched_bytes >= 0),
  PRIMARY KEY (alone, leaf, pass, caches),
  FOREIGN KEY (alone, leaf, pass) REFERENCES alone_pass ON DELETE CASCADE
) STRICT;)sql",
    R"sql(
ALTER TABLE run ADD COLUMN graph INTEGER NOT NULL DEFAULT 0 CHECK (graph IN (0, 1));)sql",
    R"sql(
ALTER TABLE run ADD COLUMN preset TEXT NOT NULL DEFAULT 'open';
ALTER TABLE run ADD COLUMN verify INTEGER NOT NULL DEFAULT 0 CHECK (verify IN (0, 1));
ALTER TABLE run ADD COLUMN verify_ns INTEGER;
ALTER TABLE layer_pass ADD COLUMN verified_bound REAL;)sql",
};

std::string hexadecimal(std::int64_t value) {
  std::array<char, 20> digits{};
  std::snprintf(digits.data(), digits.size(), "0x%08x", static_cast<unsigned>(value));
  return digits.data();
}

/// True: the tables are to be made; false: they are there. Asks several questions, so the caller
/// holds a transaction.
bool needs_tables(Database& database, const std::string& subject, int known_version) {
  const std::string other_file = "; give a new path, or a file that resnet_bench made";
  const std::int64_t application = database.query_int64("PRAGMA application_id");
  const std::int64_t tables = database.query_int64("SELECT count(*) FROM sqlite_schema");
  if (application == 0 && tables == 0) return true;
  if (application == 0) throw Refusal(subject + " holds tables of another program" + other_file);
  if (application != our_application_id) {
    throw Refusal(subject + " belongs to another program (application_id " +
                  hexadecimal(application) + ")" + other_file);
  }
  const std::int64_t version = database.query_int64("PRAGMA user_version");
  if (version > known_version) {
    throw Refusal(subject + " has schema version " + std::to_string(version) +
                  ", this resnet_bench knows versions up to " + std::to_string(known_version) +
                  "; use a newer resnet_bench or another file");
  }
  return false;
}

/// The journal that the file has after trying to change it; "" where others have the file open.
std::string try_journal(Database& database, const std::string& wanted) {
  try {
    return database.query_text("PRAGMA journal_mode = " + wanted);
  } catch (const SqliteError& error) {
    if (error.code() != SQLITE_BUSY) throw;
    return "";
  }
}

/// Changing the journal needs the file for oneself, and SQLite reports a busy file here at once,
/// whatever the busy timeout, so we try again ourselves.
void set_journal(Database& database, FileSystem file_system, const std::string& subject,
                 std::chrono::milliseconds busy_timeout) {
  const bool local = file_system == FileSystem::local;
  const std::string wanted = local ? "wal" : "delete";
  const auto deadline = std::chrono::steady_clock::now() + busy_timeout;
  std::string got = try_journal(database, wanted);
  // A file system without shared memory keeps the rollback journal where the log is wanted, which
  // is safe; the other way round is not.
  while (got.empty() || (got != wanted && !local)) {
    if (std::chrono::steady_clock::now() > deadline) {
      throw Refusal(subject + " is in use by another program, and its journal cannot be set to " +
                    wanted + "; try again when the other has ended, or give another path");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    got = try_journal(database, wanted);
  }
  // With a log, NORMAL loses at most the last cycle at a power failure and corrupts nothing.
  database.execute(local ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL");
}

/// In one transaction: either the newest tables are there, or the file is as before.
void bring_up_to_date(Database& database, const std::string& subject, const Schema& schema) {
  Transaction transaction(database, Transaction::Kind::write);
  // Asked again under the lock: another process may have made the tables since.
  if (needs_tables(database, subject, schema.version())) {
    database.execute(std::string(schema.newest));
  }
  const std::int64_t version = database.query_int64("PRAGMA user_version");
  if (version < 1) {
    throw Refusal(subject + " has schema version " + std::to_string(version) +
                  ", but the first one is 1; the file is damaged, give another path");
  }
  for (std::int64_t from = version; from < schema.version(); ++from) {
    database.execute(std::string(schema.upgrades[static_cast<std::size_t>(from - 1)]));
    database.execute("PRAGMA user_version = " + std::to_string(from + 1));
  }
  transaction.commit();
}

/// SQLite calls it an I/O error where the disk has no page left for the log's index.
bool disk_is_full(const std::filesystem::path& file) {
  constexpr std::uintmax_t page = 32768;  // by which SQLite lengthens that index
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder_of(file), error);
  return !error && space.available < page;
}

[[noreturn]] void refuse(const std::string& subject, const std::filesystem::path& file,
                         const SqliteError& error) {
  const int code = error.code() == SQLITE_IOERR && disk_is_full(file) ? SQLITE_FULL : error.code();
  switch (code) {
    case SQLITE_NOTADB:
      throw Refusal(subject +
                    " is not a SQLite database; give a new path, or a file that resnet_bench made");
    case SQLITE_FULL:
      throw Refusal(subject + ": the disk is full; make room or give another path");
    case SQLITE_BUSY:
      throw Refusal(subject +
                    " is locked by another program; try again when it has ended, or give "
                    "another path");
    default:
      throw Refusal(subject + " cannot be used (SQLite: " + error.what() +
                    "); repair it or give another path");
  }
}

}  // namespace

Schema current_schema() { return {embedded::schema_sql, upgrades}; }

Database open_database(const std::filesystem::path& file, FileSystem file_system,
                       const Schema& schema, std::chrono::milliseconds busy_timeout) {
  refuse_unless_writable(FileRole::database, file);
  const std::string subject = "database '" + file.string() + "'";
  try {
    Database database(file, Database::Access::create, busy_timeout);
    if (database.is_read_only()) {
      throw Refusal(subject + " is read-only; make it writable or give another path");
    }
    {
      // Before anything is changed, so that a refused file is left as it was. In a transaction, for
      // another process may make the tables between two questions.
      const Transaction one_moment(database, Transaction::Kind::read);
      needs_tables(database, subject, schema.version());
    }
    set_journal(database, file_system, subject, busy_timeout);
    // Upgrades drop and rebuild tables, whose rows' dependants must stay.
    database.execute("PRAGMA foreign_keys = OFF");
    bring_up_to_date(database, subject, schema);
    database.execute("PRAGMA foreign_keys = ON");
    return database;
  } catch (const SqliteError& error) {
    refuse(subject, file, error);
  }
}

}  // namespace resnet_bench
