#pragma once

#include "report/load_report.hpp"
#include "store/example_run.hpp"
#include "store/store.hpp"
#include "store/temporary_folder.hpp"

namespace resnet_bench::example {

/// The example run, as it comes out of a database.
inline Report report() {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  store.begin_run(run(), layers(), passes());
  store.write_cycle(cycle());
  store.end_run({.end = RunEnd::done, .run_stats = run_stats(), .step_stats = stats()});
  Report report = load_report(store.database(), store.run_id());
  report.ended_at = "2026-11-30T12:00:09.000Z";  // when the test runs is not the test's business
  return report;
}

/// A run of a build with LAYER_TIMING=0: plain iterations, no layers.
inline Report report_without_layers() {
  Report report;
  report.run_id = 2;
  report.run = run("01900000-0000-7000-8000-000000000002");
  report.run.layer_timing = false;
  report.run.labels.clear();
  report.ended = RunEnd::done;
  report.throughput = throughput(8, {2'000'000});
  report.plain_ms = 2;
  report.first_iteration_ns = 9'000'000;
  return report;
}

}  // namespace resnet_bench::example
