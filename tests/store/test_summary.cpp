#include "store/as_user.hpp"
#include "store/example_run.hpp"
#include "store/refusal.hpp"
#include "store/sqlite3_shell.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <thread>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

const std::string header =
    "Module\tDir\tSumTime\tAvgTime\tCallsPerIteration\tMsPerIteration\tShare\tMedianUs\tCiLowUs\t"
    "CiHighUs\n";

/// Of the example run: 4.8 ms in two iterations.
const std::string example_rows =
    example::conv_module + "\tBwdWeights\t2.000000\t0.500000\t2\t1.000000\t0.416667\t\t\t\n" +
    example::conv_module + "\tFwd\t1.600000\t0.400000\t2\t0.800000\t0.333333\t\t\t\n" +
    example::conv_module + "\tBwdData\t0.800000\t0.400000\t1\t0.400000\t0.166667\t\t\t\n" +
    example::relu_module + "\tBwd\t0.200000\t0.100000\t1\t0.100000\t0.041667\t\t\t\n" +
    example::relu_module + "\tFwd\t0.100000\t0.050000\t1\t0.050000\t0.020833\t\t\t\n" +
    "SGD 288 parameters\tUpdate\t0.100000\t0.050000\t1\t0.050000\t0.020833\t\t\t\n";

void record(Store& store, const std::string& uid, const std::vector<StepStatRecord>& stats) {
  store.begin_run(example::run(uid), example::layers(), example::passes());
  store.write_cycle(example::cycle());
  store.end_run({.end = RunEnd::done, .step_stats = stats});
}

std::vector<StepStatRecord> one_stat(std::int64_t sum_ns) {
  return {example::stat(StepStatRecord::Scope::module, {}, "ReLU", false, Pass::Fwd, 3, sum_ns)};
}

TEST(Summary, TheExampleAddedUpByHand) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  EXPECT_EQ(summary_text(store.database(), 1), header + example_rows);
}

TEST(Summary, TheShellWritesTheSameBytes) {
  const TemporaryFolder folder;
  {
    Store store(folder / "a.db");
    record(store, "u1", example::stats());
    record(store, "u2", one_stat(1'234'567'891'234'567));
    write_summary(store.database(), 2, folder / "program.tsv");
    write_summary(store.database(), 1, folder / "first.tsv");
  }
  // Without :run, the newest run.
  EXPECT_EQ(sqlite3_shell(folder / "a.db", "summarize.sql"), read_file(folder / "program.tsv"));
  EXPECT_EQ(sqlite3_shell(folder / "a.db", "summarize.sql", "-cmd '.parameter set :run 1'"),
            read_file(folder / "first.tsv"));
  EXPECT_EQ(read_file(folder / "first.tsv"), header + example_rows);
}

TEST(Summary, MedianAndIntervalWhereTheyWereComputed) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  auto stats = one_stat(3'000'000);
  stats[0].series.median_ns = 1'500'250;
  stats[0].series.ci_low_ns = 1'400'000;
  stats[0].series.ci_high_ns = 1'600'001;
  record(store, "u1", stats);
  EXPECT_EQ(summary_text(store.database(), 1),
            header +
                "ReLU\tFwd\t3.000000\t1.000000\t1.5\t1.500000\t1.000000\t1500.250\t1400.000\t"
                "1600.001\n");
}

TEST(Summary, TiesGoByName) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  using Scope = StepStatRecord::Scope;
  record(store, "u1",
         {example::stat(Scope::module, {}, "b", false, Pass::Fwd, 2, 0),
          example::stat(Scope::module, {}, "a", false, Pass::Update, 2, 0),
          example::stat(Scope::module, {}, "a", false, Pass::Bwd, 2, 0)});
  EXPECT_EQ(summary_text(store.database(), 1),
            header + "a\tBwd\t0.000000\t0.000000\t1\t0.000000\t0.000000\t\t\t\n" +
                "a\tUpdate\t0.000000\t0.000000\t1\t0.000000\t0.000000\t\t\t\n" +
                "b\tFwd\t0.000000\t0.000000\t1\t0.000000\t0.000000\t\t\t\n");
}

TEST(Summary, WithoutLayeredIterationsTheHeaderOnlyAndNothingStale) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  write_summary(store.database(), 1, folder / "summary.tsv");
  record(store, "u2", {});  // LAYER_TIMING=0
  write_summary(store.database(), 2, folder / "summary.tsv");
  EXPECT_EQ(read_file(folder / "summary.tsv"), header);
  EXPECT_EQ(sqlite3_shell(folder / "a.db", "summarize.sql"), header);
}

TEST(Summary, AnEmptyDatabaseGivesTheHeader) {
  const TemporaryFolder folder;
  { Store store(folder / "a.db"); }
  EXPECT_EQ(sqlite3_shell(folder / "a.db", "summarize.sql"), header);
}

TEST(Summary, NothingButTheFileIsLeftBehind) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  write_summary(store.database(), 1, folder / "out/summary.tsv");
  write_summary(store.database(), 1, folder / "out/summary.tsv");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "out"), fs::directory_iterator{}), 1);
}

TEST(Summary, ALinkStaysALink) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "results");
  write_file(folder / "results/target.tsv", "old");
  fs::create_symlink("results/target.tsv", folder / "link.tsv");
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  write_summary(store.database(), 1, folder / "link.tsv");
  EXPECT_TRUE(fs::is_symlink(folder / "link.tsv"));
  EXPECT_EQ(read_file(folder / "results/target.tsv"), header + example_rows);
}

TEST(Summary, APipeIsWrittenTo) {
  const TemporaryFolder folder;
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  std::string received;
  std::thread reader([&] { received = read_file(pipe); });
  write_summary(store.database(), 1, pipe);
  reader.join();
  EXPECT_EQ(received, header + example_rows);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(Summary, APathThatCannotBeWrittenIsRefusedBeforeTheRun) {
  const TemporaryFolder folder;
  const auto refusal = [](const fs::path& file) {
    return message_of([&] { check_summary_path(file); });
  };
  EXPECT_NE(refusal(folder.path()).find("is a folder; give a file, for example"),
            std::string::npos);
  EXPECT_NE(refusal(folder / "no/summary.tsv").find("there is no folder"), std::string::npos);
  EXPECT_EQ(refusal(folder / "summary.tsv"), "");
  EXPECT_FALSE(fs::exists(folder / "summary.tsv"));
}

TEST(Summary, AFailureLeavesTheOldFileAndNoPart) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "out");
  write_file(folder / "out/summary.tsv", "old");
  fs::permissions(folder.path(), fs::perms::all);
  Store store(folder / "a.db");
  record(store, "u1", example::stats());
  const fs::path file = folder / "out/summary.tsv";
  const auto read_only = fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read |
                         fs::perms::others_exec;
  fs::permissions(folder / "out", read_only);
  EXPECT_EQ(as_ordinary_user([&] {
              return message_of<RunError>([&] { write_summary(store.database(), 1, file); });
            }),
            "summary '" + file.string() + "' cannot be written: Permission denied");
  fs::permissions(folder / "out", fs::perms::all);
  EXPECT_EQ(read_file(file), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "out"), fs::directory_iterator{}), 1);
}

}  // namespace
}  // namespace resnet_bench
