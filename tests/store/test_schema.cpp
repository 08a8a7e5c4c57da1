#include "store/as_user.hpp"
#include "store/refusal.hpp"
#include "store/schema.hpp"
#include "store/sqlite3_shell.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds timeout{5000};

Database open(const fs::path& file, const Schema& schema = current_schema(),
              FileSystem file_system = FileSystem::local) {
  return open_database(file, file_system, schema, timeout);
}

std::string refusal(const fs::path& file) {
  return message_of([&] { open(file); });
}

/// A database of another making.
void make(const fs::path& file, const std::string& script) {
  Database(file, Database::Access::create, timeout).execute(script);
}

std::string quoted(const fs::path& file) { return "database '" + file.string() + "'"; }

TEST(Schema, ANewFileGetsTheTablesAndTheirVersion) {
  const TemporaryFolder folder;
  Database database = open(folder / "new.db");
  EXPECT_EQ(database.query_int64("PRAGMA application_id"), 0x52734e62);
  EXPECT_EQ(database.query_int64("PRAGMA user_version"), current_schema().version());
  EXPECT_EQ(database.query_text("SELECT group_concat(name, ' ') FROM (SELECT name FROM "
                                "sqlite_schema WHERE type = 'table' ORDER BY name)"),
            "alone alone_pass alone_time conv_measurement iteration layer layer_member layer_pass "
            "log_step machine_roof "
            "roof_point run run_stat segment step_stat telemetry");
}

TEST(Schema, SchemaSqlRunByHandMakesTheSameFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(sqlite3_shell(folder / "hand.db", "schema.sql"), "");
  const std::string all = "SELECT group_concat(sql, x'0a') FROM sqlite_schema";
  EXPECT_EQ(open(folder / "hand.db").query_text(all), open(folder / "program.db").query_text(all));
}

TEST(Schema, AnEmptyFileIsANewDatabase) {
  const TemporaryFolder folder;
  write_file(folder / "empty.db", "");
  EXPECT_EQ(open(folder / "empty.db").query_int64("SELECT count(*) FROM run"), 0);
}

TEST(Schema, LogAheadOnALocalDiskRollbackJournalOnANetwork) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.db";
  {
    Database local = open(file, current_schema(), FileSystem::local);
    EXPECT_EQ(local.query_text("PRAGMA journal_mode"), "wal");
    EXPECT_EQ(local.query_int64("PRAGMA synchronous"), 1) << "NORMAL";
  }
  Database network = open(file, current_schema(), FileSystem::network);
  EXPECT_EQ(network.query_text("PRAGMA journal_mode"), "delete");
  EXPECT_EQ(network.query_int64("PRAGMA synchronous"), 2) << "FULL";
  EXPECT_FALSE(fs::exists(file.string() + "-wal"));
}

TEST(Schema, OnANetworkALogInUseElsewhereIsRefused) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.db";
  Database other = open(file);
  const Transaction held(other, Transaction::Kind::write);
  EXPECT_EQ(message_of([&] {
              open_database(file, FileSystem::network, current_schema(),
                            std::chrono::milliseconds(20));
            }),
            quoted(file) +
                " is in use by another program, and its journal cannot be set to "
                "delete; try again when the other has ended, or give another path");
}

TEST(Schema, ALockedFileIsRefusedAfterTheTimeout) {
  const TemporaryFolder folder;
  const fs::path file = folder / "a.db";
  Database other = open(file);
  const Transaction held(other, Transaction::Kind::write);
  EXPECT_EQ(message_of([&] {
              open_database(file, FileSystem::local, current_schema(),
                            std::chrono::milliseconds(20));
            }),
            quoted(file) +
                " is locked by another program; try again when it has ended, or give another path");
}

/// Three versions, with one table each more.
struct ThreeVersions {
  static constexpr const char* first =
      "PRAGMA application_id = 0x52734e62; PRAGMA user_version = 1;"
      "CREATE TABLE a (x); INSERT INTO a VALUES (41);";
  static constexpr std::string_view newest =
      "PRAGMA application_id = 0x52734e62; PRAGMA user_version = 3;"
      "CREATE TABLE a (x, y); CREATE TABLE b (x);";
  static constexpr std::array<std::string_view, 2> upgrades = {
      "ALTER TABLE a ADD COLUMN y; UPDATE a SET y = x + 1;", "CREATE TABLE b (x);"};
  static Schema schema() { return {newest, upgrades}; }
};

TEST(Schema, OlderOnesAreMigratedAndKeepTheirRows) {
  const TemporaryFolder folder;
  make(folder / "old.db", ThreeVersions::first);
  Database database = open(folder / "old.db", ThreeVersions::schema());
  EXPECT_EQ(database.query_int64("PRAGMA user_version"), 3);
  EXPECT_EQ(database.query_int64("SELECT y FROM a"), 42);
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM b"), 0);
}

/// The columns of every table, with what is to be known of each.
std::string columns(Database& database) {
  return database.query_text(
      "SELECT group_concat(t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' "
      "|| coalesce(c.dflt_value, ''), x'0a') FROM (SELECT name FROM sqlite_schema "
      "WHERE type = 'table' ORDER BY name) t, pragma_table_info(t.name) c");
}

TEST(Schema, AFileOfTheFirstVersionBecomesLikeANewOne) {
  const TemporaryFolder folder;
  make(folder / "old.db", read_file(SCHEMA_1));
  Database old = open(folder / "old.db");
  Database fresh = open(folder / "new.db");
  EXPECT_EQ(columns(old), columns(fresh));
  EXPECT_EQ(old.query_int64("PRAGMA user_version"), current_schema().version());
}

TEST(Schema, AFailedMigrationLeavesTheFileAsItWas) {
  const TemporaryFolder folder;
  const fs::path file = folder / "old.db";
  make(file, ThreeVersions::first);
  const std::array<std::string_view, 2> broken = {ThreeVersions::upgrades[0], "CREATE TABLE a (x)"};
  EXPECT_EQ(message_of([&] {
              open(file, {ThreeVersions::newest, broken});
            }),
            quoted(file) +
                " cannot be used (SQLite: table a already exists); repair it or give "
                "another path");
  Database database(file, Database::Access::read_write, timeout);
  EXPECT_EQ(database.query_int64("PRAGMA user_version"), 1);
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM pragma_table_info('a')"), 1);
}

TEST(Schema, NewerOnesAreRefused) {
  const TemporaryFolder folder;
  const fs::path file = folder / "newer.db";
  make(file, "PRAGMA application_id = 0x52734e62; PRAGMA user_version = 77; CREATE TABLE run (x);");
  const std::string before = read_file(file);
  EXPECT_EQ(refusal(file), quoted(file) +
                               " has schema version 77, this resnet_bench knows versions up to " +
                               std::to_string(current_schema().version()) +
                               "; use a newer resnet_bench or another file");
  EXPECT_EQ(read_file(file), before);
}

TEST(Schema, AFileThatIsNoDatabaseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const fs::path file = folder / "notes.txt";
  const std::string notes(5000, 'n');
  write_file(file, notes);
  EXPECT_EQ(refusal(file),
            quoted(file) +
                " is not a SQLite database; give a new path, or a file that resnet_bench made");
  EXPECT_EQ(read_file(file), notes);
}

TEST(Schema, AShortFileThatIsNoDatabaseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const fs::path file = folder / "short.txt";
  write_file(file, "x\n");
  EXPECT_EQ(refusal(file),
            quoted(file) +
                " is not a SQLite database; give a new path, or a file that resnet_bench made");
  EXPECT_EQ(read_file(file), "x\n");
}

TEST(Schema, AnotherProgramsDatabaseIsRefusedAndLeftAlone) {
  const TemporaryFolder folder;
  const fs::path file = folder / "other.db";
  make(file, "PRAGMA application_id = 0x0f055112; CREATE TABLE blob (x);");
  const std::string before = read_file(file);
  EXPECT_EQ(refusal(file), quoted(file) +
                               " belongs to another program (application_id 0x0f055112); give a "
                               "new path, or a file that resnet_bench made");
  EXPECT_EQ(read_file(file), before);
}

TEST(Schema, TablesWithoutAnApplicationAreAnotherPrograms) {
  const TemporaryFolder folder;
  const fs::path file = folder / "other.db";
  make(file, "CREATE TABLE run (x);");
  const std::string before = read_file(file);
  EXPECT_EQ(refusal(file), quoted(file) +
                               " holds tables of another program; give a new path, or a file that "
                               "resnet_bench made");
  EXPECT_EQ(read_file(file), before);
}

TEST(Schema, ATruncatedDatabaseIsRefused) {
  const TemporaryFolder folder;
  const fs::path file = folder / "cut.db";
  { open(file); }
  write_file(file, read_file(file).substr(0, 6000));
  const std::string message = refusal(file);
  EXPECT_NE(message.find("cannot be used (SQLite: database disk image is malformed)"),
            std::string::npos)
      << message;
}

TEST(Schema, FoldersMissingFoldersAndReadOnlyFilesAreRefused) {
  const TemporaryFolder folder;
  EXPECT_NE(refusal(folder.path()).find("is a folder"), std::string::npos);
  EXPECT_NE(refusal(folder / "no/a.db").find("there is no folder"), std::string::npos);

  const fs::path file = folder / "a.db";
  { open(file); }
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(file, fs::perms::owner_read | fs::perms::others_read);
  EXPECT_EQ(as_ordinary_user([&] { return refusal(file); }),
            quoted(file) +
                " cannot be written (Permission denied); make it writable or give another path");
}

TEST(Schema, PathsThatSqliteWouldTakeSpeciallyAreFiles) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  { open(":memory:"); }
  { open("file:a.db?mode=memory"); }
  fs::current_path(before);
  EXPECT_TRUE(fs::exists(folder / ":memory:"));
  EXPECT_TRUE(fs::exists(folder / "file:a.db?mode=memory"));
}

}  // namespace
}  // namespace resnet_bench
