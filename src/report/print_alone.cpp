#include "report/print_alone.hpp"

#include "resnet_bench/text.hpp"

#include "report/fact.hpp"
#include "report/field_json.hpp"
#include "report/flat_rows.hpp"
#include "report/markdown_text.hpp"
#include "report/number_text.hpp"
#include "report/text_table.hpp"
#include "report/wording.hpp"

#include <algorithm>
#include <ostream>

namespace resnet_bench {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t most_shown = 40;

std::string alone_title(const AloneReport& report) {
  const AloneRecord& record = report.record;
  std::string text = record.is_suite ? "suite " : "";
  text += record.subject;
  if (!record.variant.empty()) text += " " + record.variant;
  text += ", " + record.mode;
  if (record.batch) text += ", batch " + std::to_string(*record.batch);
  text += ", " + record.precision + " on " + record.device;
  return text + ": leaves alone" +
         (record.selected.empty() ? "" : ", of '" + record.selected + "'");
}

std::string alone_warning(const AloneReport& report) {
  if (report.ended == RunEnd::done) return "";
  std::string text = std::string("NOT ALL OF IT: ") + to_string(report.ended);
  if (!report.reason.empty()) text += " (" + report.reason + ")";
  return text + "; what follows was measured before";
}

std::string network_text(const AloneReport& report) {
  const AloneRecord& record = report.record;
  if (!record.network_run) {
    return record.is_suite ? "none: a suite is of no network" : "none: not measured";
  }
  const std::string run = "run " + std::to_string(*record.network_run);
  return (record.network_source == "measured"
              ? run + ", measured in this call"
              : run + ", the newest of the same plan in the database, begun " +
                    report.network_started_at) +
         "; medians of its layered iterations";
}

std::string caches_text(const AloneReport& report) {
  const AloneRecord& record = report.record;
  std::int64_t least = 0, most = 0;
  std::size_t within = 0, all = 0;
  for (const AlonePass& pass : report.passes) {
    const AloneTimeRecord* cold = pass.time("cold");
    if (cold == nullptr) continue;
    least = all == 0 ? cold->copies : std::min(least, cold->copies);
    most = std::max(most, cold->copies);
    ++all;
    within += (cold->copies - 1) * cold->touched_bytes <= record.cache_bytes.value_or(0);
  }
  std::string text = record.cache_bytes ? bytes_text(*record.cache_bytes) + " the last level"
                                        : "of unknown size, taken for 256 MiB";
  text += "; cold: " + std::to_string(least) +
          (most == least ? "" : " to " + std::to_string(most)) + " copies in turn";
  text += record.cache_flush.empty()
              ? ", which nothing empties of here"
              : ", dropped from all caches by " + record.cache_flush + " before each call";
  if (within > 0 && record.cache_bytes) {
    text += "; of " + std::to_string(within) + " of " + std::to_string(all) +
            " passes the copies alone would fit in the last level";
  }
  return text;
}

std::string sum_text(const AloneReport& report) {
  std::string text;
  for (const char* caches : {"hot", "cold"}) {
    const AloneSum sum = sum_of(report, caches);
    if (sum.alone_ms <= 0) continue;
    if (text.empty()) text = fixed(sum.network_ms, 3) + " ms in the network";
    text += ", " + fixed(sum.alone_ms, 3) + " alone and " + caches + " (network / alone " +
            fixed(sum.network_ms / sum.alone_ms, 3) + ")";
  }
  return text;
}

std::vector<Fact> facts(const AloneReport& report) {
  const AloneRecord& record = report.record;
  std::vector<Fact> facts;
  facts.push_back({"device", record.device + ": " + record.device_model + ", " +
                                 std::to_string(record.threads) +
                                 (record.threads == 1 ? " thread" : " threads") +
                                 (record.pinning.empty() ? "" : ", " + record.pinning)});
  facts.push_back({"plan", (record.fusion.empty() ? "" : "fusion " + record.fusion + ", ") +
                               "layout " + record.layout + ", convolutions " + record.conv});
  facts.push_back({"libraries", joined(record.libraries, " ")});
  facts.push_back({"build", record.version + (record.commit.empty() ? "" : " " + record.commit)});
  if (!record.warnings.empty()) facts.push_back({"WARNING", record.warnings});
  facts.push_back({"alone", std::to_string(report.id) + ", " + record.uid + ", " +
                                to_string(report.ended) + ", begun " + record.started_at + " on " +
                                record.host});
  facts.push_back({"network", network_text(report)});
  facts.push_back({"caches", caches_text(report)});
  if (const std::string sum = sum_text(report); !sum.empty()) {
    facts.push_back({"sum", sum + ", of all layers that these rows stand for"});
  }
  return facts;
}

std::string median_text(const AloneTimeRecord* time) {
  if (time == nullptr || !time->series.median_ns) return "";
  return fixed(static_cast<double>(*time->series.median_ns) / 1e6, 3);
}

std::string ratio_text(const std::optional<double>& ratio) { return ratio ? fixed(*ratio, 2) : ""; }

std::string rate_text(const std::optional<double>& rate) { return rate ? fixed(*rate, 1) : ""; }

Row head() {
  return {"layer",   "pass",        "layers",       "network ms", "hot ms", "+-",      "w cold ms",
          "cold ms", "network/hot", "network/cold", "GFLOP/s",    "GB/s",   "of roof", "algorithm"};
}
constexpr std::size_t first_number = 2, last_number = 12;

Row row_of(const AlonePass& pass) {
  const AlonePassRecord& record = pass.record;
  const AloneTimeRecord* hot = pass.time("hot");
  Row row = {record.path,
             to_string(record.pass),
             std::to_string(record.places.size()),
             record.network_ns ? fixed(*record.network_ns / 1e6, 3) : "",
             median_text(hot),
             "",
             median_text(pass.time("weights cold")),
             median_text(pass.time("cold")),
             ratio_text(pass.network_over("hot")),
             ratio_text(pass.network_over("cold")),
             "",
             "",
             "",
             record.work.algorithm};
  if (hot == nullptr) return row;
  if (const auto half = AlonePass::relative_half_width(*hot))
    row[5] = *half > 1 ? "> 100 %" : percent(*half, 1);
  row[10] = rate_text(pass.gflops_per_second(*hot));
  row[11] = rate_text(pass.gbytes_per_second(*hot));
  if (const auto share = pass.roof_share(*hot)) {
    row[12] = percent(*share, 0) + " " + record.work.roof_binds +
              (multiplies_less(record.work.algorithm) ? "*" : "");
  }
  return row;
}

/// Columns that no row has anything in are left out: a suite is of no network.
std::vector<Row> without_empty_columns(std::vector<Row> rows, std::set<std::size_t>& numbers) {
  std::vector<Row> kept(rows.size());
  numbers.clear();
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    const bool any = std::any_of(rows.begin() + 1, rows.end(),
                                 [&](const Row& row) { return !row[column].empty(); });
    if (!any && rows.size() > 1) continue;
    if (column >= first_number && column <= last_number) numbers.insert(kept.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i) kept[i].push_back(std::move(rows[i][column]));
  }
  return kept;
}

std::vector<Row> rows_of(const AloneReport& report, std::size_t most,
                         std::set<std::size_t>& numbers) {
  std::vector<Row> rows = {head()};
  for (std::size_t i = 0; i < std::min(most, report.passes.size()); ++i) {
    rows.push_back(row_of(report.passes[i]));
  }
  return without_empty_columns(std::move(rows), numbers);
}

void print_table(const AloneReport& report, std::ostream& out) {
  out << alone_title(report) << "\n";
  if (const std::string text = alone_warning(report); !text.empty()) out << text << "\n";
  for (const Fact& fact : facts(report)) {
    out << "  " << padded(fact.name, 14, false) << fact.value << "\n";
  }
  out << "\nMedians of one call; +-, GFLOP/s, GB/s and share of the roof are of the hot one";
  if (report.passes.size() > most_shown) {
    out << "; the first " << most_shown << " of " << report.passes.size() << " rows";
  }
  out << "\n";
  std::set<std::size_t> numbers;
  const std::vector<Row> rows = rows_of(report, most_shown, numbers);
  print_text_table(rows, numbers, out);
}

void print_markdown(const AloneReport& report, std::ostream& out) {
  out << "## " << markdown_escaped(alone_title(report)) << "\n\n";
  if (const std::string text = alone_warning(report); !text.empty()) {
    out << "**" << markdown_escaped(text) << "**\n\n";
  }
  out << "| | |\n|---|---|\n";
  for (const Fact& fact : facts(report)) print_markdown_row({fact.name, fact.value}, out);
  out << "\n";
  std::set<std::size_t> numbers;
  const std::vector<Row> rows = rows_of(report, report.passes.size(), numbers);
  print_markdown_row(rows.front(), out);
  out << "|";
  for (std::size_t i = 0; i < rows.front().size(); ++i) {
    out << (numbers.contains(i) ? "---:|" : "---|");
  }
  out << "\n";
  for (std::size_t i = 1; i < rows.size(); ++i) print_markdown_row(rows[i], out);
}

void print_flat(const AloneReport& report, const FlatStyle& style, std::ostream& out) {
  FlatRow row(style, out);
  row.names(alone_fields({})).names(alone_pass_fields({})).names(alone_time_fields({}, {})).end();
  const std::vector<Field> of_call = alone_fields(report);
  for (const AlonePass& pass : report.passes) {
    const std::vector<Field> of_pass = alone_pass_fields(pass);
    for (const AloneTimeRecord& time : pass.times) {
      row.values(of_call).values(of_pass).values(alone_time_fields(pass, time)).end();
    }
  }
}

void print_json(const AloneReport& report, std::ostream& out) {
  Json call = Json::object();
  add_fields(call, alone_fields(report));
  call["passes"] = Json::array();
  for (const AlonePass& pass : report.passes) {
    Json& row = call["passes"].emplace_back();
    add_fields(row, alone_pass_fields(pass));
    row["times"] = Json::array();
    for (const AloneTimeRecord& time : pass.times) {
      add_fields(row["times"].emplace_back(), alone_time_fields(pass, time));
    }
  }
  out << json_text(call);
}

}  // namespace

void print_alone(const AloneReport& report, ReportFormat format, std::ostream& out) {
  switch (format) {
    case ReportFormat::table:
      return print_table(report, out);
    case ReportFormat::md:
      return print_markdown(report, out);
    case ReportFormat::csv:
      return print_flat(report, csv_style, out);
    case ReportFormat::tsv:
      return print_flat(report, tsv_style, out);
    case ReportFormat::json:
      return print_json(report, out);
  }
}

}  // namespace resnet_bench
