#pragma once

#include "resnet_bench/records.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What a call of `layers` leaves behind: one struct a table, as in records.hpp. Members that a
/// table shares with another have its meaning (docs/columns.md).
namespace resnet_bench {

/// One call of `layers`: leaves of a model, or the convolutions of a suite, each measured alone.
struct AloneRecord {
  std::string uid;
  std::string started_at;
  std::string host;
  std::string command_line;
  std::string version;
  std::string commit;
  std::string subject;  ///< a model's name or a suite's
  bool is_suite = false;
  std::string selected;  ///< the pattern of --select; empty: all
  std::string variant;   ///< empty of a suite, as plan_hash and fusion
  std::string mode;
  std::optional<std::int64_t> batch;  ///< absent: each problem's own
  std::optional<std::int64_t> image_size;
  std::optional<std::int64_t> classes;
  std::string precision;
  std::string layout;
  std::string fusion;
  std::string conv;  ///< as asked for: auto | library | an algorithm
  std::int64_t seed = 0;
  std::string plan_hash;
  std::string device;
  std::string device_model;
  std::int64_t threads = 0;
  std::string pinning;
  std::map<std::string, std::string> libraries;
  std::map<std::string, std::string> machine;
  std::map<std::string, std::string> environment;
  std::map<std::string, std::string> build;
  std::string warnings;
  std::optional<std::int64_t> roof;         ///< machine_roof.id
  std::optional<std::int64_t> network_run;  ///< run.id that times in the network are of
  std::string network_source;               ///< stored | measured; empty: none
  std::optional<std::int64_t> cache_bytes;  ///< of the last-level cache; absent: not told
  std::string cache_flush;                  ///< how caches are emptied; empty: not at all
};

/// One pass of leaves that do the same work.
struct AlonePassRecord {
  std::int64_t alone = 0;
  std::int64_t leaf = 0;  ///< in the order of the network or the suite, from 0
  Pass pass = Pass::Fwd;
  std::string path;                 ///< of the first of them; of a suite, the problem's name
  std::vector<std::string> places;  ///< paths of all of them
  std::string module;
  std::string kind;
  std::string problem;   ///< of a convolution: as benchdnn writes it; empty: another layer
  LayerPassRecord work;  ///< of one of them; `layer` means nothing here
  /// In the network: the mean, over them, of their medians in layered iterations.
  std::optional<double> network_ns;
};

/// How long one call of it took, with the caches in one state.
struct AloneTimeRecord {
  std::int64_t alone = 0;
  std::int64_t leaf = 0;
  Pass pass = Pass::Fwd;
  std::string caches;  ///< hot | weights cold | cold
  std::int64_t calls = 0;
  std::int64_t sum_ns = 0;
  std::int64_t mean_ns = 0;        ///< rounded
  SeriesStatistics series;         ///< of one call
  bool known = false;              ///< whether the median's interval reached 1 % to either side
  std::int64_t copies = 1;         ///< of the tensors, used in turn
  std::int64_t touched_bytes = 0;  ///< of one call's tensors
};

}  // namespace resnet_bench
