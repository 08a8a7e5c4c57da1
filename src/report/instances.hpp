#pragma once

#include "resnet_bench/records.hpp"

#include "report/fact.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <optional>

namespace resnet_bench {

/// The runs of one --instances that are done.
struct InstanceSum {
  std::int64_t count = 0;
  double images_per_second = 0;  ///< of all together, from each one's plain iterations
  double least = 0;              ///< of the slowest
  double most = 0;               ///< of the fastest
  /// Time in which all were measuring over that in which any was; 0 to 1. Where it is small, they
  /// did not slow each other as they would.
  std::optional<double> together;
};

/// Of the instances that `run` is one of; nothing of a run alone, or where none is done.
std::optional<InstanceSum> load_instance_sum(Database& database, const RunRecord& run);

Fact instance_fact(const RunRecord& run, const InstanceSum& sum);

}  // namespace resnet_bench
