#include "report/roof_wording.hpp"

#include "resnet_bench/text.hpp"

#include "report/number_text.hpp"

#include <algorithm>
#include <string>

namespace resnet_bench {
namespace {

std::string giga(const RoofRate& reached) {
  std::string text = rate(reached.burst / 1e9);
  if (reached.sustained) text += " (sustained " + rate(*reached.sustained / 1e9) + ")";
  return text;
}

/// Reads at the smallest and the largest working set, which every roof has.
std::string memory_text(const MachineRoof& roof) {
  const BandwidthRoof* least = nullptr;
  const BandwidthRoof* most = nullptr;
  for (const BandwidthRoof& point : roof.bandwidth) {
    if (point.write_share > 0) continue;
    if (least == nullptr || point.bytes < least->bytes) least = &point;
    if (most == nullptr || point.bytes > most->bytes) most = &point;
  }
  if (least == nullptr) return "";
  return "reads " + giga(least->rate) + " GB/s of " + bytes_text(least->bytes) + ", " +
         giga(most->rate) + " of " + bytes_text(most->bytes);
}

}  // namespace

std::vector<Fact> roof_facts(const Report& report) {
  if (!report.roof) return {};
  std::string text;
  for (const ComputeRoof& compute : report.roof->roof.compute) {
    if (compute.precision != report.run.precision) continue;
    text = giga(compute.rate) + " GFLOP/s " + compute.precision + ", ";
  }
  text += memory_text(report.roof->roof) + ", measured " + report.roof->measured_at;
  if (report.roof->other_processors.value_or(0) > 0.1) {
    text += " WHILE OTHERS USED " + fixed(*report.roof->other_processors, 1) +
            " PROCESSORS: too low, --recalibrate when it is quiet";
  }
  std::vector<Fact> facts = {{"roof", text}};
  if (report.leaves_roof_share) {
    const bool less =
        std::any_of(report.leaves.begin(), report.leaves.end(),
                    [](const LeafTime& leaf) { return multiplies_less(leaf.pass.algorithm); });
    facts.push_back({"of roof", percent(*report.leaves_roof_share, 1) +
                                    ": the least time it allows all leaves, each at its own size, "
                                    "over theirs" +
                                    (less ? "; * multiplies less than is counted" : "")});
  }
  return facts;
}

}  // namespace resnet_bench
