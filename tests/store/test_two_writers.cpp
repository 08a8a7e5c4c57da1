#include "store/example_run.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>

namespace resnet_bench {
namespace {

constexpr std::int64_t cycles = 10;

/// Records one run, in a process of its own, once the gate opens. Exit status 0: all went well.
[[noreturn]] void write_a_run(const std::filesystem::path& file, FileSystem file_system, int gate) {
  char byte = 0;
  if (read(gate, &byte, 1) < 0) _exit(2);  // returns when the other end is closed
  try {
    Store store(file, file_system, std::chrono::seconds(60));
    store.begin_run(example::run(make_uuid_v7()), example::layers(), example::passes());
    CycleRecords cycle = example::cycle();
    const auto length = static_cast<std::int64_t>(cycle.iterations.size());
    for (std::int64_t i = 0; i < cycles; ++i) {
      store.write_cycle(cycle);
      for (auto& iteration : cycle.iterations) iteration.number += length;
      for (auto& step : cycle.steps) step.iteration += length;
    }
    store.end_run(
        {.end = RunEnd::done, .run_stats = example::run_stats(), .step_stats = example::stats()});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(1);
  }
  _exit(0);
}

/// Two processes that begin at the same moment with a file that is not there yet.
void expect_both_succeed(FileSystem file_system) {
  const TemporaryFolder folder;
  const auto file = folder / "shared.db";
  int gate[2];
  ASSERT_EQ(pipe(gate), 0);
  pid_t writers[2];
  for (pid_t& writer : writers) {
    writer = fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      close(gate[1]);
      write_a_run(file, file_system, gate[0]);
    }
  }
  close(gate[0]);
  close(gate[1]);  // both go
  for (const pid_t writer : writers) {
    int status = 0;
    ASSERT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  }

  Store store(file);
  Database& database = store.database();
  EXPECT_EQ(database.query_text("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM run WHERE ended = 'done'"), 2);
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM iteration"), 2 * cycles * 5);
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM log_step"),
            2 * cycles * static_cast<std::int64_t>(example::cycle().steps.size()));
}

TEST(TwoWriters, BothSucceedOnALocalDisk) {
  // The moment when both make the file and its tables is short: many tries.
  for (int round = 0; round < 25 && !HasFailure(); ++round) {
    expect_both_succeed(FileSystem::local);
  }
}

TEST(TwoWriters, BothSucceedWithARollbackJournal) {
  for (int round = 0; round < 4 && !HasFailure(); ++round) {
    expect_both_succeed(FileSystem::network);
  }
}

}  // namespace
}  // namespace resnet_bench
