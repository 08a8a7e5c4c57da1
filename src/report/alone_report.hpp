#pragma once

#include "resnet_bench/alone_records.hpp"

#include "report/fields.hpp"
#include "store/database.hpp"
#include "store/roofs.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace resnet_bench {

/// One pass of leaves that do the same work, and its times with the caches in each state.
struct AlonePass {
  AlonePassRecord record;
  std::vector<AloneTimeRecord> times;

  /// Null where it was not measured so.
  const AloneTimeRecord* time(const std::string& caches) const;
  /// Median in the network over the median alone; above 1: alone it is faster. Absent where one of
  /// them is not known.
  std::optional<double> network_over(const std::string& caches) const;
  /// Of a call's median.
  std::optional<double> gflops_per_second(const AloneTimeRecord& time) const;
  std::optional<double> gbytes_per_second(const AloneTimeRecord& time) const;
  std::optional<double> roof_share(const AloneTimeRecord& time) const;
  /// Half of the width of the median's 95 % interval, over the median.
  static std::optional<double> relative_half_width(const AloneTimeRecord& time);
};

/// One call of `layers`, read from the database.
struct AloneReport {
  std::int64_t id = 0;
  AloneRecord record;
  RunEnd ended = RunEnd::unfinished;
  std::string reason;
  std::string ended_at;
  std::string network_started_at;  ///< of record.network_run
  std::vector<AlonePass> passes;   ///< those that take most of the network's time first
  std::optional<StoredRoof> roof;
};

/// Sums over all places of all passes that have both: in the network, and alone.
struct AloneSum {
  double network_ms = 0;
  double alone_ms = 0;
};
AloneSum sum_of(const AloneReport& report, const std::string& caches);

AloneReport load_alone_report(Database& database, std::int64_t id);

/// As named values, for formats that programs read: of the whole call, of a pass, of its times.
std::vector<Field> alone_fields(const AloneReport& report);
std::vector<Field> alone_pass_fields(const AlonePass& pass);
std::vector<Field> alone_time_fields(const AlonePass& pass, const AloneTimeRecord& time);

}  // namespace resnet_bench
