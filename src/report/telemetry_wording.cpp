#include "report/telemetry_wording.hpp"

#include "resnet_bench/text.hpp"

#include "report/number_text.hpp"

#include <cmath>
#include <string>

namespace resnet_bench {
namespace {

/// The sampler's thread and short-lived ones are not busy for long; half a thread is.
constexpr double a_thread_too_many = 0.5;

/// Parts that are there, with commas between.
class List {
 public:
  List& add(const std::string& part) {
    text_.append(text_.empty() ? "" : ", ").append(part);
    return *this;
  }
  void add_to(std::vector<Fact>& facts, const char* name) const {
    if (!text_.empty()) facts.push_back({name, text_});
  }

 private:
  std::string text_;
};

std::string flagged_text(const Report& report) {
  std::string text = std::to_string(report.flagged_plain) + " of " +
                     std::to_string(report.throughput->iterations) + " plain iterations (";
  bool first = true;
  for (const auto& [flag, count] : report.plain_flags) {
    text.append(first ? "" : ", ").append(flag + " " + std::to_string(count));
    first = false;
  }
  if (!report.unflagged) return text + "); none without";
  const double ratio =
      report.unflagged->images_per_second / report.throughput->images_per_second - 1;
  return text + "); without them " + rate(report.unflagged->images_per_second) + " images/s, " +
         percent(ratio, 2, true);
}

void add_processors(const Report& report, std::vector<Fact>& facts) {
  const TelemetrySummary& telemetry = *report.telemetry;
  List list;
  if (telemetry.own_processors) list.add("ours " + fixed(*telemetry.own_processors, 2));
  if (telemetry.busy_threads) {
    const bool more =
        *telemetry.busy_threads > static_cast<double>(report.run.threads) + a_thread_too_many;
    list.add(fixed(*telemetry.busy_threads, 1) + " threads busy" +
             (more ? " (MORE THAN THE " + std::to_string(report.run.threads) +
                         " ASKED FOR: another library's wait in loops)"
                   : ""));
  }
  if (telemetry.waiting_threads) {
    list.add(fixed(*telemetry.waiting_threads, 2) + " waiting for a processor");
  }
  if (telemetry.other_processors) list.add("others " + fixed(*telemetry.other_processors, 2));
  if (telemetry.steal_processors) list.add("stolen " + fixed(*telemetry.steal_processors, 2));
  if (telemetry.quota_seconds && *telemetry.quota_seconds > 0) {
    list.add("stopped by a quota for " + fixed(*telemetry.quota_seconds, 2) + " s");
  }
  list.add_to(facts, "processors");
}

void add_clock(const TelemetrySummary& telemetry, std::vector<Fact>& facts) {
  List list;
  if (telemetry.clock_mhz) {
    std::string text = fixed(*telemetry.clock_mhz, 0) + " MHz";
    if (telemetry.clock_range) {
      text += " (" + fixed(telemetry.clock_range->least, 0) + " to " +
              fixed(telemetry.clock_range->most, 0) + ")";
    }
    list.add(text);
  }
  if (telemetry.temperature_c) list.add("up to " + fixed(*telemetry.temperature_c, 0) + " C");
  if (telemetry.throttled) list.add("throttled " + fixed(*telemetry.throttled, 0) + " times");
  list.add_to(facts, "clock");
}

void add_memory(const TelemetrySummary& telemetry, std::vector<Fact>& facts) {
  List list;
  if (telemetry.resident_bytes) {
    list.add(bytes_text(static_cast<std::int64_t>(*telemetry.resident_bytes)) + " resident");
  }
  if (telemetry.minor_faults) list.add(fixed(*telemetry.minor_faults, 1) + " page faults");
  if (telemetry.switches) {
    list.add(fixed(*telemetry.switches, 1) + " context switches an iteration");
  }
  list.add_to(facts, "memory");
}

void add_energy(const TelemetrySummary& telemetry, std::vector<Fact>& facts) {
  List list;
  if (telemetry.package_watts) list.add(fixed(*telemetry.package_watts, 1) + " W processors");
  if (telemetry.dram_watts) list.add(fixed(*telemetry.dram_watts, 1) + " W memory");
  if (telemetry.joules_per_image) {
    list.add(fixed(*telemetry.joules_per_image, 3) + " J an image");
  }
  list.add_to(facts, "energy");
}

void add_sampler(const Report& report, std::vector<Fact>& facts) {
  const TelemetrySummary& telemetry = *report.telemetry;
  if (!telemetry.sampler_share) return;
  std::string text = percent(*telemetry.sampler_share, 3) + " of one processor";
  if (const auto& cost = telemetry.sampler_cost) {
    text += "; plain iterations with it " + percent(cost->share, 2, true) + " +/- " +
            percent(cost->plus_minus, 2) + " (" + std::to_string(cost->with) + " against " +
            std::to_string(cost->without) + " without)";
  }
  facts.push_back({"sensors", text});
  if (!report.run.missing_sensors.empty()) {
    facts.push_back({"no sensor", report.run.missing_sensors});
  }
}

}  // namespace

std::vector<Fact> telemetry_facts(const Report& report) {
  std::vector<Fact> facts;
  if (!report.telemetry) return facts;
  if (report.flagged_plain > 0) facts.push_back({"flagged", flagged_text(report)});
  add_processors(report, facts);
  add_clock(*report.telemetry, facts);
  add_memory(*report.telemetry, facts);
  add_energy(*report.telemetry, facts);
  add_sampler(report, facts);
  return facts;
}

}  // namespace resnet_bench
