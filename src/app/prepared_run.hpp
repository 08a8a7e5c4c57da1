#pragma once

#include "backends/registry.hpp"
#include "benchmark/config.hpp"
#include "plan/plan.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <string>

namespace resnet_bench {

/// What figures of convolutions hold for: "cpu Intel(R) Xeon(R), 2 threads, OpenBLAS 0.3.21 ...".
std::string machine_name(const DeviceDescription& device);

NetworkOptions network_options(const BenchmarkConfig& config);

/// The backend asked for, with what it measured in earlier runs recalled from `database`, which may
/// be null. `measure`: whether it may measure what it does not recall.
ChosenBackend choose_backend(const BenchmarkConfig& config, Database* database, bool measure);

/// Stores what the backend has measured to choose algorithms, if it had to.
void keep_measurements(const Backend& backend, Database& database);

/// A configuration with its device found and its network planned: all that can be refused has
/// been, except memory.
struct PreparedRun {
  /// Measures where --conv auto has to. What was measured in earlier runs is taken from `database`,
  /// and new measurements are kept there.
  PreparedRun(const BenchmarkConfig& config, Database& database);

  /// Without measuring: the library's choice where none is recalled from `database`, which may be
  /// null.
  static PreparedRun unmeasured(const BenchmarkConfig& config, Database* database);

  ChosenBackend chosen;
  Network network;
  Plan plan;

 private:
  PreparedRun(const BenchmarkConfig& config, Database* database, bool measure);
};

/// Throws Refusal for whatever of a configuration can be refused before anything is measured:
/// names, sizes, and memory by the plan with OpenBLAS, which is made at once for any size.
void check_configuration(const BenchmarkConfig& config);

int thread_count(const BenchmarkConfig& config);

/// Of what is computed, whatever computes it: of the plan's own, which knows the network and the
/// optimiser, and of the input and the initial values of BatchNorm.
std::string workload_hash(const PreparedRun& prepared, const BenchmarkConfig& config);

/// What `auto` stands for: bn in training, fold in inference.
Fusion fusion_of(const BenchmarkConfig& config);

/// 0.1 * batch / 256 where none was asked for (Goyal et al. 2017, arXiv 1706.02677).
double learning_rate_of(const BenchmarkConfig& config);

const char* to_string(Mode mode);
const char* to_string(BatchNormInit init);
const char* to_string(DataKind data);

}  // namespace resnet_bench
