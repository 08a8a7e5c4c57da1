#include "store/roofs.hpp"

#include "resnet_bench/error.hpp"

#include "store/column_values.hpp"
#include "store/identity.hpp"

namespace resnet_bench {
namespace {

/// Binds a setting's parts from parameter `first` on.
void bind_setting(Statement& statement, int first, const RoofSetting& setting) {
  statement.bind(first, setting.host);
  statement.bind(first + 1, setting.device);
  statement.bind(first + 2, setting.device_model);
  statement.bind(first + 3, setting.threads);
  statement.bind(first + 4, setting.processors);
  statement.bind(first + 5, setting.version);
}

void load_points(Database& database, StoredRoof& stored) {
  Statement points(database,
                   "SELECT kind, precision, bytes, write_share, burst, sustained FROM roof_point "
                   "WHERE roof = ? ORDER BY kind, precision, bytes, write_share");
  points.bind(1, stored.id);
  while (points.step()) {
    RoofRate rate{points.real(4), {}};
    read_value(points, 5, rate.sustained);
    if (points.text(0) == "compute") {
      stored.roof.compute.push_back({points.text(1), rate});
    } else {
      stored.roof.bandwidth.push_back({points.int64(2), points.real(3), rate});
    }
  }
}

void add_point(Statement& insert, std::int64_t roof, const char* kind, const std::string& precision,
               std::int64_t bytes, double write_share, const RoofRate& rate) {
  insert.bind(1, roof);
  insert.bind(2, kind);
  insert.bind(3, precision);
  insert.bind(4, bytes);
  insert.bind(5, write_share);
  insert.bind(6, rate.burst);
  bind_value(insert, 7, rate.sustained);
  insert.run();
}

}  // namespace

std::optional<StoredRoof> load_roof(Database& database, std::int64_t id) {
  Statement find(database, "SELECT measured_at, other_processors FROM machine_roof WHERE id = ?");
  find.bind(1, id);
  if (!find.step()) return {};
  StoredRoof stored{.id = id, .measured_at = find.text(0)};
  read_value(find, 1, stored.other_processors);
  load_points(database, stored);
  return stored;
}

std::optional<StoredRoof> find_roof(Database& database, const RoofSetting& setting) {
  try {
    const Transaction one_moment(database, Transaction::Kind::read);
    Statement find(database,
                   "SELECT max(id) FROM machine_roof WHERE host = ? AND device = ? AND "
                   "device_model = ? AND threads = ? AND processors = ? AND version = ?");
    bind_setting(find, 1, setting);
    find.step();
    if (find.is_null(0)) return {};
    return load_roof(database, find.int64(0));
  } catch (const SqliteError& error) {
    throw RunError(std::string("the roof measured before cannot be read (") + error.what() + ")");
  }
}

std::int64_t add_roof(Database& database, const RoofSetting& setting, const MachineRoof& roof,
                      std::optional<double> other_processors) {
  try {
    Transaction transaction(database, Transaction::Kind::write);
    Statement insert(database,
                     "INSERT INTO machine_roof (measured_at, host, device, device_model, threads, "
                     "processors, version, other_processors) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, utc_timestamp());
    bind_setting(insert, 2, setting);
    bind_value(insert, 8, other_processors);
    insert.run();
    const std::int64_t id = database.last_insert_id();
    Statement point(database, "INSERT INTO roof_point VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const ComputeRoof& compute : roof.compute) {
      add_point(point, id, "compute", compute.precision, 0, 0, compute.rate);
    }
    for (const BandwidthRoof& bandwidth : roof.bandwidth) {
      add_point(point, id, "bandwidth", "", bandwidth.bytes, bandwidth.write_share, bandwidth.rate);
    }
    transaction.commit();
    return id;
  } catch (const SqliteError& error) {
    throw RunError(std::string("the roof measured cannot be written (") + error.what() + ")");
  }
}

}  // namespace resnet_bench
