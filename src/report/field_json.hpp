#pragma once

#include "report/fields.hpp"

#include <nlohmann/json.hpp>

#include <type_traits>

/// Fields as JSON, for the printers of this folder.
namespace resnet_bench {

using Json = nlohmann::ordered_json;

inline Json to_json(const Value& value) {
  return std::visit(
      [](const auto& held) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return nullptr;
        } else {
          return held;
        }
      },
      value);
}

inline void add_fields(Json& object, const std::vector<Field>& fields) {
  for (const Field& field : fields) object[field.name] = to_json(field.value);
}

/// Labels and command lines may hold any bytes; JSON is UTF-8.
inline std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace resnet_bench
