#include "models/suite.hpp"

#include "resnet_bench/error.hpp"

#include "embedded/convnet.txt.hpp"
#include "embedded/winograd.txt.hpp"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace resnet_bench {
namespace {

const std::vector<Pass> all_passes{Pass::Fwd, Pass::BwdData, Pass::BwdWeights};

std::vector<Pass> read_directions(const std::string& list) {
  std::vector<Pass> passes;
  std::istringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    Pass pass = Pass::Fwd;
    if (word == "BWD_D") {
      pass = Pass::BwdData;
    } else if (word == "BWD_W") {
      pass = Pass::BwdWeights;
    } else if (word == "FWD_B" || word == "BWD_WB") {
      throw Refusal("--dir=" + word +
                    " has a bias, which no convolution here has alone; allowed: " +
                    "FWD_D, FWD_I, BWD_D, BWD_W");
    } else if (word != "FWD_D" && word != "FWD_I") {
      throw Refusal("--dir=" + word + " is unknown; allowed: FWD_D, FWD_I, BWD_D, BWD_W");
    }
    if (std::find(passes.begin(), passes.end(), pass) == passes.end()) passes.push_back(pass);
  }
  if (passes.empty()) throw Refusal("--dir= is empty; allowed: FWD_D, FWD_I, BWD_D, BWD_W");
  return passes;
}

/// 0, as benchdnn has it, means each problem's own.
std::optional<std::int64_t> read_batch(const std::string& text) {
  std::int64_t batch = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), batch);
  if (error != std::errc{} || end != text.data() + text.size() || batch < 0) {
    throw Refusal("--mb=" + text + " is no batch; allowed: whole numbers from 0");
  }
  return batch == 0 ? std::nullopt : std::optional(batch);
}

/// What is said for the problems that follow.
struct Knobs {
  std::vector<Pass> passes = all_passes;
  std::optional<std::int64_t> batch;
};

void apply_knob(const std::string& word, Knobs& knobs) {
  if (word == "--reset") {
    knobs = {};
  } else if (word.starts_with("--dir=")) {
    knobs.passes = read_directions(word.substr(6));
  } else if (word.starts_with("--mb=")) {
    knobs.batch = read_batch(word.substr(5));
  } else {
    throw Refusal("'" + word + "' is no option of a suite; allowed: --dir=, --mb=, --reset");
  }
}

void read_line(const std::string& line, Knobs& knobs, std::optional<std::int64_t> batch,
               Suite& suite) {
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (word.front() == '#') return;
    if (word.front() == '-') {
      apply_knob(word, knobs);
      continue;
    }
    SuiteEntry entry{.problem = parse_conv_problem(word), .passes = knobs.passes};
    Shape& x = entry.problem.desc.x;
    if (const auto other = batch ? batch : knobs.batch) x = {*other, x.c(), x.h(), x.w()};
    static_cast<void>(x.elements());
    static_cast<void>(entry.problem.desc.y().elements());
    suite.entries.push_back(std::move(entry));
  }
}

}  // namespace

Suite parse_suite(const std::string& name, std::string_view text,
                  std::optional<std::int64_t> batch) {
  Suite suite{.name = name, .entries = {}};
  Knobs knobs;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    try {
      read_line(line, knobs, batch, suite);
    } catch (const Refusal& refusal) {
      throw Refusal("suite '" + name + "', line " + std::to_string(number) + ": " + refusal.what());
    }
  }
  if (suite.entries.empty()) {
    throw Refusal("suite '" + name +
                  "' has no convolution; allowed: lines as "
                  "mb32ic64ih56oc64oh56kh3ph1nNAME");
  }
  return suite;
}

std::string ShippedSuite::description() const {
  const std::string_view line = text.substr(0, text.find('\n'));
  return std::string(line.substr(line.find_first_not_of("# ")));
}

const std::vector<ShippedSuite>& shipped_suites() {
  static const std::vector<ShippedSuite> suites{{"convnet", embedded::convnet_txt},
                                                {"winograd", embedded::winograd_txt}};
  return suites;
}

}  // namespace resnet_bench
