#include "app/threads.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"

#include <cstdlib>
#include <vector>

namespace resnet_bench {
namespace {

/// Where threads take all cores we may use, the scheduler has nothing better to offer than to leave
/// them there. With fewer it has: two programs of one thread each would both sit on the first core.
/// A CPU quota says that others share these processors; and a user who binds OpenMP's threads by
/// its own variables is not contradicted.
std::vector<int> automatic_processors(int threads) {
  for (const char* variable :
       {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"}) {
    if (std::getenv(variable) != nullptr) return {};
  }
  const std::vector<int>& allowed = allowed_processors();
  if (cpu_quota() < static_cast<double>(allowed.size())) return {};
  if (threads < usable_processors().cores) return {};
  return spread_over_cores(threads, allowed);
}

std::string pin(const BenchmarkConfig& config, Backend& backend) {
  if (config.pin == Pin::none) return "";
  const bool asked = config.pin == Pin::list;
  const std::vector<int> processors =
      asked ? config.pin_list : automatic_processors(backend.describe().threads);
  if (processors.empty()) return "";
  if (backend.bind_threads(processors)) return "pinned to " + number_list(processors);
  if (asked) {
    throw Refusal("--pin " + number_list(processors) +
                  ": threads cannot be bound here; allowed: none, auto");
  }
  return "";
}

}  // namespace

std::string place_threads(const BenchmarkConfig& config, Backend& backend) {
  std::string done = pin(config, backend);
  if (!config.interleave) return done;
  if (!backend.interleave_memory()) {
    throw Refusal("--numa interleave: the system or the device refuses; allowed: local");
  }
  return done + (done.empty() ? "interleaved" : ", interleaved");
}

}  // namespace resnet_bench
