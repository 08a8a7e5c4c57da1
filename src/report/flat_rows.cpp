#include "report/flat_rows.hpp"

#include "resnet_bench/text.hpp"

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

}  // namespace

const FlatStyle csv_style{',', csv_quoted};
const FlatStyle tsv_style{'\t', tsv_escaped};

FlatRow& FlatRow::cell(const std::string& text) {
  if (!first_) out_ << style_.separator;
  first_ = false;
  out_ << style_.quote(text);
  return *this;
}

FlatRow& FlatRow::names(const std::vector<Field>& fields) {
  for (const Field& field : fields) cell(field.name);
  return *this;
}

FlatRow& FlatRow::values(const std::vector<Field>& fields) {
  for (const Field& field : fields) cell(std::visit(ToText{}, field.value));
  return *this;
}

FlatRow& FlatRow::empty(const std::vector<Field>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) cell("");
  return *this;
}

void FlatRow::end() {
  out_ << '\n';
  first_ = true;
}

}  // namespace resnet_bench
