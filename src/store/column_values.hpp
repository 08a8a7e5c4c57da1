#pragma once

#include "resnet_bench/records.hpp"

#include "store/database.hpp"
#include "store/record_columns.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// How each type of a record's member goes into a column and comes back.
namespace resnet_bench {

inline void bind_value(Statement& to, int parameter, std::int64_t value) {
  to.bind(parameter, value);
}
inline void bind_value(Statement& to, int parameter, bool value) {
  to.bind(parameter, std::int64_t{value});
}
inline void bind_value(Statement& to, int parameter, double value) { to.bind(parameter, value); }
inline void bind_value(Statement& to, int parameter, const std::string& value) {
  to.bind(parameter, value);
}
/// As a JSON object.
void bind_value(Statement& to, int parameter, const std::map<std::string, std::string>& value);
/// As a JSON array.
void bind_value(Statement& to, int parameter, const std::vector<std::string>& value);
/// By name.
void bind_value(Statement& to, int parameter, Pass value);
void bind_value(Statement& to, int parameter, IterationKind value);
void bind_value(Statement& to, int parameter, StepStatRecord::Scope value);

template <class Value>
void bind_value(Statement& to, int parameter, const std::optional<Value>& value) {
  if (value) {
    bind_value(to, parameter, *value);
  } else {
    to.bind_null(parameter);
  }
}
template <class Integer>
void bind_value(Statement& to, int parameter, NullIfNegative<Integer> member) {
  if (member.value < 0) {
    to.bind_null(parameter);
  } else {
    to.bind(parameter, member.value);
  }
}

inline void read_value(const Statement& from, int column, std::int64_t& value) {
  value = from.int64(column);
}
inline void read_value(const Statement& from, int column, bool& value) {
  value = from.int64(column) != 0;
}
inline void read_value(const Statement& from, int column, double& value) {
  value = from.real(column);
}
inline void read_value(const Statement& from, int column, std::string& value) {
  value = from.text(column);
}
void read_value(const Statement& from, int column, std::map<std::string, std::string>& value);
void read_value(const Statement& from, int column, std::vector<std::string>& value);
void read_value(const Statement& from, int column, Pass& value);
void read_value(const Statement& from, int column, IterationKind& value);
void read_value(const Statement& from, int column, StepStatRecord::Scope& value);

template <class Value>
void read_value(const Statement& from, int column, std::optional<Value>& value) {
  value.reset();
  if (!from.is_null(column)) read_value(from, column, value.emplace());
}
template <class Integer>
void read_value(const Statement& from, int column, NullIfNegative<Integer> member) {
  member.value = from.is_null(column) ? Integer{-1} : from.int64(column);
}

}  // namespace resnet_bench
