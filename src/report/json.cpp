#include "report/fields.hpp"
#include "report/formats.hpp"

#include <nlohmann/json.hpp>

namespace resnet_bench {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Value& value) {
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

void add(Json& object, const std::vector<Field>& fields) {
  for (const Field& field : fields) object[field.name] = to_json(field.value);
}

}  // namespace

void print_json(const std::vector<Report>& reports, std::ostream& out) {
  Json runs = Json::array();
  for (const Report& report : reports) {
    Json run = Json::object();
    add(run, identity_fields(report));
    add(run, run_fields(report));
    run["leaves"] = Json::array();
    for (const LeafTime& leaf : report.leaves) add(run["leaves"].emplace_back(), leaf_fields(leaf));
    runs.push_back(std::move(run));
  }
  // Labels and command lines may hold any bytes; JSON is UTF-8.
  out << runs.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
}

}  // namespace resnet_bench
