#include "store/store.hpp"

#include "resnet_bench/error.hpp"

#include "store/identity.hpp"
#include "store/schema.hpp"

namespace resnet_bench {
namespace {

/// A cycle is written in well under a second; another process's longest wait is a few of them.
constexpr std::chrono::seconds default_busy_timeout{60};

/// Does the work in one transaction; SQLite's errors become Error, with the file named.
template <class Error, class Work>
void in_transaction(Database& database, const std::filesystem::path& file, Work&& work) {
  try {
    Transaction transaction(database, Transaction::Kind::write);
    work();
    transaction.commit();
  } catch (const SqliteError& error) {
    throw Error("database '" + file.string() + "': nothing more can be written (" + error.what() +
                "); what it held before is kept");
  }
}

}  // namespace

Store::Store(const std::filesystem::path& file)
    : Store(file, file_system_of(file), default_busy_timeout) {}

Store::Store(const std::filesystem::path& file, FileSystem file_system,
             std::chrono::milliseconds busy_timeout) try
    : file_(file),
      database_(open_database(file, file_system, current_schema(), busy_timeout)),
      insert_run_(database_),
      insert_layer_(database_),
      insert_member_(database_,
                     "INSERT INTO layer_member (run, layer, position, canonical_path) "
                     "VALUES (?, ?, ?, ?)"),
      insert_pass_(database_),
      insert_iteration_(database_),
      insert_step_(database_),
      insert_segment_(database_),
      insert_run_stat_(database_),
      insert_step_stat_(database_),
      insert_telemetry_(database_),
      update_run_(database_,
                  "UPDATE run SET ended = ?, reason = ?, ended_at = ?, stopped = ?, "
                  "warmup_verdict = ?, plain_verdict = ?, verify_ns = ? WHERE id = ?"),
      update_pass_(database_,
                   "UPDATE layer_pass SET verified_error = ?, verified_bound = ? "
                   "WHERE run = ? AND layer = ? AND pass = ?") {
} catch (const SqliteError& error) {
  // A file of our version whose tables are not that version's.
  throw Refusal("database '" + file.string() + "' cannot be used (SQLite: " + error.what() +
                "); repair it or give another path");
}

void Store::begin_run(const RunRecord& run, const std::vector<LayerRecord>& layers,
                      const std::vector<LayerPassRecord>& passes) {
  in_transaction<Refusal>(database_, file_, [&] {
    insert_run_.insert(0, run);
    const std::int64_t id = database_.last_insert_id();
    for (const LayerRecord& layer : layers) {
      insert_layer_.insert(id, layer);
      std::int64_t position = 0;
      for (const std::string& member : layer.members) {
        insert_member_.bind(1, id);
        insert_member_.bind(2, layer.id);
        insert_member_.bind(3, position++);
        insert_member_.bind(4, member);
        insert_member_.run();
      }
    }
    for (const LayerPassRecord& pass : passes) insert_pass_.insert(id, pass);
    run_id_ = id;
  });
}

void Store::write_cycle(const CycleRecords& cycle) {
  in_transaction<RunError>(database_, file_, [&] {
    for (const IterationRecord& iteration : cycle.iterations) {
      insert_iteration_.insert(run_id_, iteration);
    }
    for (const LogStepRecord& step : cycle.steps) insert_step_.insert(run_id_, step);
    for (const TelemetryRecord& reading : cycle.telemetry) {
      insert_telemetry_.insert(run_id_, reading);
    }
  });
}

void Store::note_pages(const std::string& pages) {
  in_transaction<RunError>(database_, file_, [&] {
    Statement update(database_, "UPDATE run SET huge_pages = ? WHERE id = ?");
    update.bind(1, pages);
    update.bind(2, run_id_);
    update.run();
  });
}

void Store::end_run(const EndRecords& records) {
  in_transaction<RunError>(database_, file_, [&] {
    for (const SegmentRecord& segment : records.segments) insert_segment_.insert(run_id_, segment);
    for (const RunStatRecord& stat : records.run_stats) insert_run_stat_.insert(run_id_, stat);
    for (const StepStatRecord& stat : records.step_stats) insert_step_stat_.insert(run_id_, stat);
    update_run_.bind(1, to_string(records.end));
    update_run_.bind(2, records.reason);
    update_run_.bind(3, utc_timestamp());
    update_run_.bind(4, records.stopped);
    update_run_.bind(5, records.warmup_verdict);
    update_run_.bind(6, records.plain_verdict);
    update_run_.bind_null(7);
    if (records.verification) write_verification(*records.verification);
    update_run_.bind(8, run_id_);
    update_run_.run();
  });
}

void Store::write_verification(const VerificationRecords& verification) {
  update_run_.bind(7, verification.ns);
  for (const VerifiedPass& pass : verification.passes) {
    update_pass_.bind(1, pass.error);
    update_pass_.bind(2, pass.bound);
    update_pass_.bind(3, run_id_);
    update_pass_.bind(4, pass.layer);
    update_pass_.bind(5, to_string(pass.pass));
    update_pass_.run();
  }
}

}  // namespace resnet_bench
