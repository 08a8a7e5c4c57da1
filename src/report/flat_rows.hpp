#pragma once

#include "report/fields.hpp"

#include <ostream>
#include <string>
#include <vector>

namespace resnet_bench {

/// How values are set apart and quoted: csv as RFC 4180 has it, but lines end with a line feed
/// only; in tsv a tab, line feed, carriage return or backslash in a value is written \t, \n, \r,
/// \\.
struct FlatStyle {
  char separator;
  std::string (*quote)(const std::string&);
};

extern const FlatStyle csv_style;
extern const FlatStyle tsv_style;

/// One row, built up from groups of columns; a group that the row does not have is left empty.
class FlatRow {
 public:
  FlatRow(const FlatStyle& style, std::ostream& out) : style_(style), out_(out) {}

  FlatRow& cell(const std::string& text);
  FlatRow& names(const std::vector<Field>& fields);
  FlatRow& values(const std::vector<Field>& fields);
  FlatRow& empty(const std::vector<Field>& fields);
  void end();

 private:
  const FlatStyle& style_;
  std::ostream& out_;
  bool first_ = true;
};

}  // namespace resnet_bench
