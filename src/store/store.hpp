#pragma once

#include "resnet_bench/records.hpp"

#include "store/database.hpp"
#include "store/file_system.hpp"
#include "store/record_rows.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// Writes what runs leave behind into one database file (sql/schema.sql). Several processes may
/// write one file at once; each call below is one transaction, so that whatever happens, the file
/// holds what earlier calls wrote. Not for use by several threads.
class Store : public RecordSink {
 public:
  /// Makes the file where it does not exist. Throws Refusal: see open_database.
  explicit Store(const std::filesystem::path& file);
  Store(const std::filesystem::path& file, FileSystem file_system,
        std::chrono::milliseconds busy_timeout);

  /// The run's row says `unfinished` until end_run. Throws Refusal, for nothing has run yet.
  void begin_run(const RunRecord& run, const std::vector<LayerRecord>& layers,
                 const std::vector<LayerPassRecord>& passes) override;

  /// Throws RunError where it cannot be written (a full disk); earlier cycles stay.
  void write_cycle(const CycleRecords& cycle) override;

  /// Throws RunError as write_cycle.
  void end_run(const EndRecords& records) override;

  /// What the system made of the run's memory, known when it has been used. Throws RunError.
  void note_pages(const std::string& pages);

  /// run.id of the run begun last; 0 before the first.
  std::int64_t run_id() const { return run_id_; }

  /// For reading: src/report and write_summary.
  Database& database() { return database_; }

 private:
  /// Of the statement that ends the run, and of its passes.
  void write_verification(const VerificationRecords& verification);

  std::filesystem::path file_;
  Database database_;
  Inserter<RunRecord> insert_run_;
  Inserter<LayerRecord> insert_layer_;
  Statement insert_member_;
  Inserter<LayerPassRecord> insert_pass_;
  Inserter<IterationRecord> insert_iteration_;
  Inserter<LogStepRecord> insert_step_;
  Inserter<SegmentRecord> insert_segment_;
  Inserter<RunStatRecord> insert_run_stat_;
  Inserter<StepStatRecord> insert_step_stat_;
  Inserter<TelemetryRecord> insert_telemetry_;
  Statement update_run_;
  Statement update_pass_;
  std::int64_t run_id_ = 0;
};

}  // namespace resnet_bench
