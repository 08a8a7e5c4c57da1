#include "cli/compare_command.hpp"

#include "resnet_bench/error.hpp"

#include "cli/option_set.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace resnet_bench {
namespace {

constexpr const char* about =
    "Compares two runs of one database, or two groups of runs, layer by layer.\n"
    "\n"
    "A and B are run ids, or lists of them (3,5,7) that repeat one run; a run of --launches\n"
    "stands for all its launches. The verdict on each time is same (within the margin), different\n"
    "(of layers: at a false discovery rate of 5 %) or undecided.\n";

constexpr const char* statuses =
    "Exit status: 0 nothing is slower; 3 something is slower in B; 4 undecided whether the whole\n"
    "is; 2 refused.\n";

std::vector<std::int64_t> run_ids(const Argument& list) {
  std::vector<std::int64_t> ids;
  for (const Argument& entry : entries(list)) {
    const std::int64_t id = whole_number(entry, 1);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
      throw Refusal(list.option + " names run " + entry.value + " twice; allowed: once");
    }
    ids.push_back(id);
  }
  return ids;
}

void check_apart(const CompareOptions& options) {
  for (const std::int64_t id : options.a) {
    if (std::find(options.b.begin(), options.b.end(), id) == options.b.end()) continue;
    throw Refusal("compare: run " + std::to_string(id) +
                  " is in A and in B; allowed: in one of them");
  }
}

}  // namespace

CommandLine parse_compare(const std::vector<std::string>& arguments, const CliContext& context) {
  CommandLine result{.command = Command::compare};
  CompareOptions& compare = result.compare;
  OptionSet options("resnet_bench compare A B [OPTIONS]", about, statuses, context.version);
  options.positional("A", "run ids", [&](const Argument& a) {
    compare.a = run_ids({"compare A", a.value});
  });
  options.positional("B", "run ids", [&](const Argument& b) {
    compare.b = run_ids({"compare B", b.value});
  });
  options.value("--db", "FILE", "SQLite database that has them [" + compare.db + "]",
                [&](const Argument& a) { compare.db = not_empty(a, "the name of a file"); });
  options.value("--margin", "PERCENT", "Within which times are the same [1]",
                [&](const Argument& a) { compare.margin = positive_number(a) / 100; });
  options.value("--format", "table|tsv", "Of the results on stdout [table]",
                [&](const Argument& a) {
                  compare.format = meaning_of<OutputFormat>(
                      a, {{"table", OutputFormat::table}, {"tsv", OutputFormat::tsv}});
                });
  options.flag("--paired", "Runs of A and B took turns: ratios of pairs, in the order of ids",
               [&](const Argument& a) { compare.paired = truth(a); });
  options.flag("--any-workload", "Also runs that compute different things",
               [&](const Argument& a) { compare.any_workload = truth(a); });
  if (std::optional<std::string> text = options.parse(arguments)) {
    result.command = Command::print;
    result.text = std::move(*text);
    return result;
  }
  if (compare.a.empty() || compare.b.empty()) {
    throw Refusal("compare needs two runs; allowed: compare A B, each a run id or a list of them");
  }
  check_apart(compare);
  return result;
}

}  // namespace resnet_bench
