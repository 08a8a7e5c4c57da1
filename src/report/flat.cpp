// csv and tsv: the same rows, set apart by how values are joined and quoted.
#include "resnet_bench/text.hpp"

#include "report/fields.hpp"
#include "report/formats.hpp"

#include <string>

namespace resnet_bench {
namespace {

struct ToText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return to_text(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::string>& values) const {
    std::string text;
    for (const std::string& value : values) text.append(text.empty() ? "" : ";").append(value);
    return text;
  }
  std::string operator()(const std::map<std::string, std::string>& values) const {
    std::string text;
    for (const auto& [key, value] : values) {
      text.append(text.empty() ? "" : ";").append(key).append("=").append(value);
    }
    return text;
  }
};

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string tsv_escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\t':
        result += "\\t";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\\':
        result += "\\\\";
        break;
      default:
        result += c;
    }
  }
  return result;
}

struct Style {
  char separator;
  std::string (*quote)(const std::string&);
};

/// One row, built up from groups of columns; a group that the row does not have is left empty.
class RowPrinter {
 public:
  RowPrinter(const Style& style, std::ostream& out) : style_(style), out_(out) {}

  RowPrinter& cell(const std::string& text) {
    if (!first_) out_ << style_.separator;
    first_ = false;
    out_ << style_.quote(text);
    return *this;
  }
  RowPrinter& names(const std::vector<Field>& fields) {
    for (const Field& field : fields) cell(field.name);
    return *this;
  }
  RowPrinter& values(const std::vector<Field>& fields) {
    for (const Field& field : fields) cell(std::visit(ToText{}, field.value));
    return *this;
  }
  RowPrinter& empty(const std::vector<Field>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) cell("");
    return *this;
  }
  void end() {
    out_ << '\n';
    first_ = true;
  }

 private:
  const Style& style_;
  std::ostream& out_;
  bool first_ = true;
};

/// The header; then of each run a row `run` with the figures of the whole, and a row `leaf` for
/// each pass of a leaf.
void print_flat(const std::vector<Report>& reports, const Style& style, std::ostream& out) {
  const std::vector<Field> run_columns = run_fields(Report{});
  const std::vector<Field> leaf_columns = leaf_fields(LeafTime{});
  RowPrinter row(style, out);
  row.cell("row").names(identity_fields(Report{})).names(run_columns).names(leaf_columns).end();
  for (const Report& report : reports) {
    const std::vector<Field> identity = identity_fields(report);
    row.cell("run").values(identity).values(run_fields(report)).empty(leaf_columns).end();
    for (const LeafTime& leaf : report.leaves) {
      row.cell("leaf").values(identity).empty(run_columns).values(leaf_fields(leaf)).end();
    }
  }
}

}  // namespace

void print_csv(const std::vector<Report>& reports, std::ostream& out) {
  print_flat(reports, {',', csv_quoted}, out);
}

void print_tsv(const std::vector<Report>& reports, std::ostream& out) {
  print_flat(reports, {'\t', tsv_escaped}, out);
}

}  // namespace resnet_bench
