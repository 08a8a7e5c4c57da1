#include "store/example_run.hpp"
#include "store/record_rows.hpp"
#include "store/refusal.hpp"
#include "store/roofs.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace resnet_bench {
namespace {

struct Print {
  std::ostream& out;
  void operator()(const std::string& value) const { out << '"' << value << '"'; }
  void operator()(std::int64_t value) const { out << value; }
  void operator()(double value) const { out << value; }
  void operator()(bool value) const { out << value; }
  void operator()(Pass value) const { out << to_string(value); }
  void operator()(IterationKind value) const { out << to_string(value); }
  void operator()(StepStatRecord::Scope value) const { out << int(value); }
  void operator()(NullIfNegative<const std::int64_t> member) const { out << member.value; }
  void operator()(const std::map<std::string, std::string>& map) const {
    for (const auto& [key, value] : map) out << key << ":" << value << ",";
  }
  void operator()(const std::vector<std::string>& list) const {
    for (const std::string& value : list) out << value << ",";
  }
  template <class Value>
  void operator()(const std::optional<Value>& value) const {
    value ? (*this)(*value) : void(out << "NULL");
  }
};

/// All columns of a record as text, to compare records and to say where they differ.
template <class Record>
std::string text_of(const Record& record) {
  std::ostringstream text;
  text.precision(17);
  visit_columns(record, [&](const char* name, const auto& member) {
    text << name << " = ";
    Print{text}(member);
    text << "\n";
  });
  return text.str();
}

template <class Record>
void expect_same(const std::vector<Record>& got, const std::vector<Record>& wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(text_of(got[i]), text_of(wanted[i]));
}

/// Gives each column a value of its own that is not its default.
struct Fill {
  int next = 1;
  void operator()(std::string& value) { value = "text " + std::to_string(next++); }
  void operator()(std::int64_t& value) { value = next++; }
  void operator()(double& value) { value = next++ + 0.1; }
  void operator()(bool& value) { value = !value; }
  void operator()(std::map<std::string, std::string>& value) {
    value = {{"a b", "c\"\n"}, {"number", std::to_string(next++)}};
  }
  void operator()(std::vector<std::string>& value) {
    value = {"a b", "c\"\n", std::to_string(next++)};
  }
  void operator()(Pass& value) { value = Pass::BwdWeights; }
  void operator()(IterationKind& value) { value = IterationKind::settle; }
  void operator()(StepStatRecord::Scope& value) { value = StepStatRecord::Scope::layer; }
  template <class Value>
  void operator()(std::optional<Value>& value) {
    (*this)(value.emplace());
  }
  void operator()(NullIfNegative<std::int64_t> member) { (*this)(member.value); }
};

template <class Record>
Record filled() {
  Record record;
  Fill fill;
  visit_columns(record, [&](const char*, auto&& member) { fill(member); });
  return record;
}

TEST(Store, EveryColumnComesBackAsItWasWritten) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  RunRecord run = filled<RunRecord>();
  run.mode = "infer";  // what the CHECKs ask for
  run.timing = "sync";
  run.data = "zeros";
  run.roof = add_roof(store.database(), {}, {}, {});
  LayerRecord layer = filled<LayerRecord>();
  LayerPassRecord pass = filled<LayerPassRecord>();
  pass.roof_binds = "memory";
  IterationRecord iteration = filled<IterationRecord>();
  LogStepRecord step = filled<LogStepRecord>();
  SegmentRecord segment = filled<SegmentRecord>();
  segment.kind = IterationKind::plain;
  RunStatRecord run_stat = filled<RunStatRecord>();
  run_stat.kind = IterationKind::layered;
  StepStatRecord stat = filled<StepStatRecord>();
  layer.parent = layer.id;
  step.iteration = iteration.number;
  for (std::int64_t* reference : {&pass.layer, &step.layer}) *reference = layer.id;
  stat.layer = layer.id;

  store.begin_run(run, {layer}, {pass});
  store.write_cycle({{iteration}, {step}});
  store.end_run(
      {.end = RunEnd::done, .segments = {segment}, .run_stats = {run_stat}, .step_stats = {stat}});

  Database& database = store.database();
  const std::int64_t id = store.run_id();
  expect_same(read_rows<RunRecord>(database, id, "id"), {run});
  expect_same(read_rows<LayerRecord>(database, id, "id"), {layer});
  expect_same(read_rows<LayerPassRecord>(database, id, "layer"), {pass});
  expect_same(read_rows<IterationRecord>(database, id, "number"), {iteration});
  expect_same(read_rows<LogStepRecord>(database, id, "iteration"), {step});
  expect_same(read_rows<SegmentRecord>(database, id, "position"), {segment});
  expect_same(read_rows<RunStatRecord>(database, id, "kind"), {run_stat});
  expect_same(read_rows<StepStatRecord>(database, id, "id"), {stat});
}

TEST(Store, TheExampleComesBackWithItsNulls) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), example::layers(), example::passes());
  store.write_cycle(example::cycle());
  store.end_run(
      {.end = RunEnd::done, .run_stats = example::run_stats(), .step_stats = example::stats()});

  Database& database = store.database();
  const std::int64_t id = store.run_id();
  expect_same(read_rows<RunRecord>(database, id, "id"), {example::run()});
  expect_same(read_rows<LayerRecord>(database, id, "id"), example::layers());
  const std::string schedule = "layer, instr('Fwd Bwd BwdData BwdWeights Update', pass)";
  expect_same(read_rows<LayerPassRecord>(database, id, schedule), example::passes());
  expect_same(read_rows<IterationRecord>(database, id, "number"), example::cycle().iterations);
  expect_same(read_rows<StepStatRecord>(database, id, "id"), example::stats());
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM log_step"),
            static_cast<std::int64_t>(example::cycle().steps.size()));
  EXPECT_EQ(database.query_int64("SELECT count(*) FROM layer WHERE parent IS NULL"), 2);
  EXPECT_EQ(database.query_text("SELECT group_concat(canonical_path) FROM layer_member "
                                "WHERE layer = 3"),
            "tiny/stage1/bn,tiny/stage1/relu");
  EXPECT_EQ(database.query_text("SELECT labels ->> 'driver' FROM run"), "550, \"new\"");
}

TEST(Store, ARunIsUnfinishedUntilItEnds) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), {}, {});
  const std::string facts = "SELECT ended || '|' || reason || '|' || (ended_at IS NULL) FROM run";
  EXPECT_EQ(store.database().query_text(facts), "unfinished||1");
  store.end_run({.end = RunEnd::interrupted, .reason = "Ctrl-C"});
  EXPECT_EQ(store.database().query_text(facts), "interrupted|Ctrl-C|0");
}

TEST(Store, AKilledRunKeepsItsCyclesAndSaysUnfinished) {
  const TemporaryFolder folder;
  {
    Store store(folder / "a.db");
    store.begin_run(example::run(), example::layers(), example::passes());
    store.write_cycle(example::cycle());
  }
  Store store(folder / "a.db");
  EXPECT_EQ(store.database().query_text("SELECT ended FROM run"), "unfinished");
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM iteration"), 5);
}

TEST(Store, SeveralRunsOneAfterTheOther) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  EXPECT_EQ(store.run_id(), 0);
  for (const char* uid : {"u1", "u2", "u3"}) {
    store.begin_run(example::run(uid), example::layers(), example::passes());
    store.write_cycle(example::cycle());
    store.end_run(
        {.end = RunEnd::done, .run_stats = example::run_stats(), .step_stats = example::stats()});
  }
  EXPECT_EQ(store.run_id(), 3);
  EXPECT_EQ(store.database().query_text("SELECT group_concat(uid || ended) FROM run"),
            "u1done,u2done,u3done");
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM iteration WHERE run = 3"), 5);
}

TEST(Store, DeletingARunDeletesAllThatBelongsToIt) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), example::layers(), example::passes());
  store.write_cycle(example::cycle());
  store.end_run(
      {.end = RunEnd::done, .run_stats = example::run_stats(), .step_stats = example::stats()});
  store.database().execute("DELETE FROM run");
  for (const char* table :
       {"layer", "layer_member", "layer_pass", "iteration", "log_step", "step_stat", "telemetry"}) {
    EXPECT_EQ(store.database().query_int64(std::string("SELECT count(*) FROM ") + table), 0)
        << table;
  }
}

TEST(Store, ALayerMayComeBeforeItsParent) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  auto layers = example::layers();
  std::swap(layers.front(), layers.back());
  store.begin_run(example::run(), layers, {});
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM layer"), 6);
}

TEST(Store, AStepOfAnUnknownLayerIsAnErrorAndNothingOfItsCycleStays) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(example::run(), example::layers(), example::passes());
  CycleRecords cycle = example::cycle();
  cycle.steps.push_back({3, 99, Pass::Fwd, 0, 1});
  EXPECT_EQ(message_of<RunError>([&] { store.write_cycle(cycle); }),
            "database '" + (folder / "a.db").string() +
                "': nothing more can be written (FOREIGN KEY constraint failed); what it held "
                "before is kept");
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM iteration"), 0);
  store.write_cycle(example::cycle());  // and the store goes on
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM iteration"), 5);
}

TEST(Store, AFileThatLacksATableOrAColumnIsRefusedByItsName) {
  const TemporaryFolder folder;
  const auto refusal_after = [&](const char* name, const char* damage) {
    const auto file = folder / name;
    Store(file).database().execute(damage);
    const std::string message = message_of<Refusal>([&] { Store store(file); });
    const std::string subject = "database '" + file.string() + "' cannot be used (SQLite: ";
    EXPECT_EQ(message.substr(0, subject.size()), subject);
    return message.substr(std::min(message.size(), subject.size()));
  };
  EXPECT_EQ(refusal_after("table.db", "DROP TABLE step_stat"),
            "no such table: step_stat); repair it or give another path");
  EXPECT_EQ(refusal_after("column.db", "ALTER TABLE run RENAME COLUMN uid TO uuid"),
            "table run has no column named uid); repair it or give another path");
}

TEST(Store, AFullDiskWhileWritingIsARunErrorAndWhatWasThereStays) {
  const TemporaryFolder folder;
  const auto file = folder / "a.db";
  {
    Store store(file);
    store.begin_run(example::run(), example::layers(), example::passes());
    store.write_cycle(example::cycle());
    // SQLite answers SQLITE_FULL, as it does for ENOSPC.
    const auto pages = store.database().query_int64("PRAGMA page_count");
    store.database().query_int64("PRAGMA max_page_count = " + std::to_string(pages));
    CycleRecords large;
    for (std::int64_t i = 5; i < 5000; ++i) {
      large.iterations.push_back(example::cycle().iterations[1]);
      large.iterations.back().number = i;
    }
    EXPECT_EQ(message_of<RunError>([&] { store.write_cycle(large); }),
              "database '" + file.string() +
                  "': nothing more can be written (database or disk is full); what it held before "
                  "is kept");
    EXPECT_EQ(message_of<Refusal>([&] {
                auto run = example::run("u2");
                run.command_line = std::string(1'000'000, 'x');
                store.begin_run(run, {}, {});
              }),
              "database '" + file.string() +
                  "': nothing more can be written (database or disk is full); what it held before "
                  "is kept");
    EXPECT_EQ(store.run_id(), 1);
  }
  Store store(file);
  EXPECT_EQ(store.database().query_text("PRAGMA integrity_check"), "ok");
  EXPECT_EQ(store.database().query_int64("SELECT count(*) FROM iteration"), 5);
  EXPECT_EQ(store.database().query_text("SELECT group_concat(ended) FROM run"), "unfinished");
}

}  // namespace
}  // namespace resnet_bench
