#include "store/alone_rows.hpp"

#include "resnet_bench/error.hpp"

#include "store/alone_columns.hpp"
#include "store/identity.hpp"

namespace resnet_bench {
namespace {

template <class Error, class Work>
void in_transaction(Database& database, const Work& work) {
  try {
    Transaction transaction(database, Transaction::Kind::write);
    work();
    transaction.commit();
  } catch (const SqliteError& error) {
    throw Error(std::string("times of leaves alone cannot be written (") + error.what() + ")");
  }
}

template <class Record>
std::vector<Record> rows_of(Database& database, const std::string& key, std::int64_t id) {
  Statement statement(database, "SELECT " + column_list<Record>() + " FROM " +
                                    TableName<Record>::value + " WHERE " + key +
                                    " = ? ORDER BY rowid");
  statement.bind(1, id);
  std::vector<Record> records;
  while (statement.step()) {
    int column = -1;
    visit_columns(records.emplace_back(),
                  [&](const char*, auto&& member) { read_value(statement, ++column, member); });
  }
  return records;
}

}  // namespace

std::int64_t begin_alone(Database& database, const AloneRecord& record) {
  std::int64_t id = 0;
  in_transaction<Refusal>(database, [&] {
    Inserter<AloneRecord>(database).insert(0, record);
    id = database.last_insert_id();
  });
  return id;
}

void add_alone_leaf(Database& database, const std::vector<AlonePassRecord>& passes,
                    const std::vector<AloneTimeRecord>& times) {
  in_transaction<RunError>(database, [&] {
    Inserter<AlonePassRecord> insert_pass(database);
    for (const AlonePassRecord& pass : passes) insert_pass.insert(0, pass);
    Inserter<AloneTimeRecord> insert_time(database);
    for (const AloneTimeRecord& time : times) insert_time.insert(0, time);
  });
}

void end_alone(Database& database, std::int64_t id, RunEnd end, const std::string& reason) {
  in_transaction<RunError>(database, [&] {
    Statement update(database, "UPDATE alone SET ended = ?, reason = ?, ended_at = ? WHERE id = ?");
    update.bind(1, std::string(to_string(end)));
    update.bind(2, reason);
    update.bind(3, utc_timestamp());
    update.bind(4, id);
    update.run();
  });
}

AloneRecord load_alone(Database& database, std::int64_t id) {
  return rows_of<AloneRecord>(database, "id", id).at(0);
}

std::vector<AlonePassRecord> load_alone_passes(Database& database, std::int64_t id) {
  return rows_of<AlonePassRecord>(database, "alone", id);
}

std::vector<AloneTimeRecord> load_alone_times(Database& database, std::int64_t id) {
  return rows_of<AloneTimeRecord>(database, "alone", id);
}

std::optional<std::int64_t> find_network_run(Database& database, const AloneRecord& record) {
  Statement find(database,
                 "SELECT max(id) FROM run WHERE ended = 'done' AND plan_hash = ?1 AND host = ?2 "
                 "AND device = ?3 AND device_model = ?4 AND threads = ?5 AND pinning = ?6 "
                 "AND instances = 1 AND EXISTS (SELECT 1 FROM step_stat WHERE run = run.id)");
  find.bind(1, record.plan_hash);
  find.bind(2, record.host);
  find.bind(3, record.device);
  find.bind(4, record.device_model);
  find.bind(5, record.threads);
  find.bind(6, record.pinning);
  find.step();
  return find.is_null(0) ? std::nullopt : std::optional(find.int64(0));
}

std::optional<double> network_median_ns(Database& database, std::int64_t run,
                                        const std::string& path, Pass pass) {
  Statement find(database,
                 "SELECT step_stat.median_ns FROM step_stat JOIN layer ON layer.run = "
                 "step_stat.run AND layer.id = step_stat.layer WHERE step_stat.run = ? AND "
                 "step_stat.scope = 'layer' AND layer.path = ? AND step_stat.pass = ?");
  find.bind(1, run);
  find.bind(2, path);
  find.bind(3, std::string(to_string(pass)));
  if (!find.step() || find.is_null(0)) return {};
  return find.real(0);
}

}  // namespace resnet_bench
