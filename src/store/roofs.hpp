#pragma once

#include "resnet_bench/roof.hpp"

#include "store/database.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace resnet_bench {

/// What a roof depends on.
struct RoofSetting {
  std::string host;
  std::string device;
  std::string device_model;
  std::int64_t threads = 1;
  std::string processors;  ///< that this process may use: "0-3,8"
  std::string version;     ///< of resnet_bench, whose loops measured it
};

struct StoredRoof {
  std::int64_t id = 0;
  std::string measured_at;
  std::optional<double> other_processors;  ///< that others used meanwhile
  MachineRoof roof;
};

/// The newest one measured in that setting. Throws RunError.
std::optional<StoredRoof> find_roof(Database& database, const RoofSetting& setting);

/// One by its id; nothing where there is none.
std::optional<StoredRoof> load_roof(Database& database, std::int64_t id);

/// Its id. Throws RunError where it cannot be written.
std::int64_t add_roof(Database& database, const RoofSetting& setting, const MachineRoof& roof,
                      std::optional<double> other_processors);

}  // namespace resnet_bench
