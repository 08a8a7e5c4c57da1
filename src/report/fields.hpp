#pragma once

#include "report/report.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

/// A report as named values, once for all formats that programs read (csv, tsv, json). Each name is
/// described in docs/columns.md.
namespace resnet_bench {

/// monostate: the run has no such value. Doubles are finite.
using Value = std::variant<std::monostate, std::int64_t, double, std::string,
                           std::vector<std::string>, std::map<std::string, std::string>>;

struct Field {
  std::string name;
  Value value;
};

/// Which run it is: in every row of csv and tsv.
std::vector<Field> identity_fields(const Report& report);

/// Facts and figures of the whole run.
std::vector<Field> run_fields(const Report& report);

/// One leaf's pass.
std::vector<Field> leaf_fields(const LeafTime& leaf);

}  // namespace resnet_bench
