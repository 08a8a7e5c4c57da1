#include "report/field_json.hpp"
#include "report/formats.hpp"

namespace resnet_bench {

void print_json(const std::vector<Report>& reports, std::ostream& out) {
  Json runs = Json::array();
  for (const Report& report : reports) {
    Json run = Json::object();
    add_fields(run, identity_fields(report));
    add_fields(run, run_fields(report));
    run["leaves"] = Json::array();
    for (const LeafTime& leaf : report.leaves)
      add_fields(run["leaves"].emplace_back(), leaf_fields(leaf));
    runs.push_back(std::move(run));
  }
  out << json_text(runs);
}

}  // namespace resnet_bench
