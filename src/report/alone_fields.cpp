#include "resnet_bench/roof.hpp"

#include "report/alone_report.hpp"
#include "store/alone_columns.hpp"

#include <cmath>

namespace resnet_bench {
namespace {

Value value_of(std::int64_t value) { return value; }
Value value_of(bool value) { return std::int64_t{value}; }
Value value_of(double value) { return std::isfinite(value) ? Value(value) : Value(); }
Value value_of(Pass value) { return std::string(to_string(value)); }
template <class Text>
Value value_of(const Text& value) {
  return value;
}
template <class Number>
Value value_of(const std::optional<Number>& value) {
  return value ? value_of(*value) : Value();
}

/// The columns of a record's table but for `left_out`, which others have.
template <class Record>
std::vector<Field> fields_of(const Record& record, const std::vector<std::string>& left_out) {
  std::vector<Field> fields;
  visit_columns(record, [&](const char* name, const auto& member) {
    for (const std::string& other : left_out) {
      if (other == name) return;
    }
    fields.push_back({name, value_of(member)});
  });
  return fields;
}

}  // namespace

std::vector<Field> alone_fields(const AloneReport& report) {
  std::vector<Field> fields = {{"alone", report.id},
                               {"ended", to_string(report.ended)},
                               {"reason", report.reason},
                               {"ended_at", report.ended_at}};
  for (Field& field : fields_of(report.record, {})) {
    if (field.name == "commit_id") field.name = "commit";
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<Field> alone_pass_fields(const AlonePass& pass) {
  std::vector<Field> fields = fields_of(pass.record, {"alone"});
  fields.push_back({"multiplies_less", std::int64_t{multiplies_less(pass.record.work.algorithm)}});
  return fields;
}

std::vector<Field> alone_time_fields(const AlonePass& pass, const AloneTimeRecord& time) {
  std::vector<Field> fields = fields_of(time, {"alone", "leaf", "pass"});
  fields.push_back({"network_over_alone", value_of(pass.network_over(time.caches))});
  fields.push_back({"gflops_per_second", value_of(pass.gflops_per_second(time))});
  fields.push_back({"gbytes_per_second", value_of(pass.gbytes_per_second(time))});
  fields.push_back({"roof_share", value_of(pass.roof_share(time))});
  return fields;
}

}  // namespace resnet_bench
