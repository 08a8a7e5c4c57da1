#pragma once

#include "store/column_values.hpp"
#include "store/database.hpp"
#include "store/record_columns.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Records to rows and rows to records, through the list of columns of record_columns.hpp.
namespace resnet_bench {

template <class Record>
constexpr bool belongs_to_a_run = true;
template <>
inline constexpr bool belongs_to_a_run<RunRecord> = false;
template <>
inline constexpr bool belongs_to_a_run<ConvMeasurement> = false;

/// "uid, started_at, ..."
template <class Record>
std::string column_list() {
  std::string list = belongs_to_a_run<Record> ? "run, " : "";
  Record record;
  visit_columns(record, [&](const char* name, auto&&) { list.append(name).append(", "); });
  list.resize(list.size() - 2);
  return list;
}

/// "?, ?, ..."
template <class Record>
std::string placeholders() {
  std::string list = belongs_to_a_run<Record> ? "?, " : "";
  Record record;
  visit_columns(record, [&](const char*, auto&&) { list.append("?, "); });
  list.resize(list.size() - 2);
  return list;
}

/// A prepared INSERT, used for any number of records.
template <class Record>
class Inserter {
 public:
  explicit Inserter(Database& database)
      : statement_(database, std::string("INSERT INTO ") + TableName<Record>::value + " (" +
                                 column_list<Record>() + ") VALUES (" + placeholders<Record>() +
                                 ")") {}

  void insert(std::int64_t run, const Record& record) {
    int parameter = 0;
    if constexpr (belongs_to_a_run<Record>) bind_value(statement_, ++parameter, run);
    visit_columns(record, [&](const char*, const auto& member) {
      bind_value(statement_, ++parameter, member);
    });
    statement_.run();
  }

 private:
  Statement statement_;
};

/// The rows of one run, in the order of `order`.
template <class Record>
std::vector<Record> read_rows(Database& database, std::int64_t run, const std::string& order) {
  const std::string key = belongs_to_a_run<Record> ? "run" : "id";
  Statement statement(database, "SELECT " + column_list<Record>() + " FROM " +
                                    TableName<Record>::value + " WHERE " + key + " = ? ORDER BY " +
                                    order);
  statement.bind(1, run);
  std::vector<Record> records;
  while (statement.step()) {
    int column = belongs_to_a_run<Record> ? 0 : -1;
    visit_columns(records.emplace_back(),
                  [&](const char*, auto&& member) { read_value(statement, ++column, member); });
  }
  return records;
}

}  // namespace resnet_bench
