#include "store/column_values.hpp"

#include "resnet_bench/error.hpp"

#include <nlohmann/json.hpp>

#include <initializer_list>

namespace resnet_bench {
namespace {

const char* to_string(StepStatRecord::Scope scope) {
  return scope == StepStatRecord::Scope::layer ? "layer" : "module";
}

/// The one of `all` that has this name. The tables' CHECKs let no other in.
template <class Named>
Named named(const std::string& name, std::initializer_list<Named> all) {
  for (const Named candidate : all) {
    if (to_string(candidate) == name) return candidate;
  }
  throw RunError("the database holds '" + name + "', which this resnet_bench does not know");
}

}  // namespace

void bind_value(Statement& to, int parameter, const std::map<std::string, std::string>& value) {
  // A label may hold any bytes; JSON is UTF-8.
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  to.bind(parameter, nlohmann::json(value).dump(-1, ' ', false, replace));
}

void bind_value(Statement& to, int parameter, const std::vector<std::string>& value) {
  constexpr auto replace = nlohmann::json::error_handler_t::replace;
  to.bind(parameter, nlohmann::json(value).dump(-1, ' ', false, replace));
}

void bind_value(Statement& to, int parameter, Pass value) { to.bind(parameter, to_string(value)); }

void bind_value(Statement& to, int parameter, IterationKind value) {
  to.bind(parameter, to_string(value));
}

void bind_value(Statement& to, int parameter, StepStatRecord::Scope value) {
  to.bind(parameter, to_string(value));
}

void read_value(const Statement& from, int column, std::map<std::string, std::string>& value) {
  value.clear();
  const auto object = nlohmann::json::parse(from.text(column), nullptr, false);
  for (const auto& [key, item] : object.items()) {
    value[key] = item.is_string() ? item.get<std::string>() : item.dump();
  }
}

void read_value(const Statement& from, int column, std::vector<std::string>& value) {
  value.clear();
  const auto array = nlohmann::json::parse(from.text(column), nullptr, false);
  for (const auto& item : array) {
    value.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  }
}

void read_value(const Statement& from, int column, Pass& value) {
  value = named(from.text(column),
                {Pass::Fwd, Pass::Bwd, Pass::BwdData, Pass::BwdWeights, Pass::Update});
}

void read_value(const Statement& from, int column, IterationKind& value) {
  value =
      named(from.text(column), {IterationKind::warmup, IterationKind::settle, IterationKind::plain,
                                IterationKind::layered, IterationKind::dosed});
}

void read_value(const Statement& from, int column, StepStatRecord::Scope& value) {
  using Scope = StepStatRecord::Scope;
  value = named(from.text(column), {Scope::layer, Scope::module});
}

}  // namespace resnet_bench
