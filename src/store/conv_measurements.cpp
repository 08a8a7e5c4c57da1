#include "store/conv_measurements.hpp"

#include "store/record_rows.hpp"

namespace resnet_bench {

ConvMeasurements load_conv_measurements(Database& database, const std::string& machine) {
  Statement statement(database, "SELECT " + column_list<ConvMeasurement>() +
                                    " FROM conv_measurement WHERE machine = ? "
                                    "ORDER BY problem, pass, algorithm");
  statement.bind(1, machine);
  ConvMeasurements measurements;
  while (statement.step()) {
    int column = -1;
    visit_columns(measurements.emplace_back(),
                  [&](const char*, auto&& member) { read_value(statement, ++column, member); });
  }
  return measurements;
}

void save_conv_measurements(Database& database, const ConvMeasurements& measurements) {
  Transaction transaction(database, Transaction::Kind::write);
  Statement forget(database,
                   "DELETE FROM conv_measurement WHERE machine = ? AND problem = ? AND pass = ?");
  for (const ConvMeasurement& measurement : measurements) {
    forget.bind(1, measurement.machine);
    forget.bind(2, measurement.problem);
    forget.bind(3, std::string(to_string(measurement.pass)));
    forget.run();
  }
  Inserter<ConvMeasurement> insert(database);
  for (const ConvMeasurement& measurement : measurements) insert.insert(0, measurement);
  transaction.commit();
}

}  // namespace resnet_bench
