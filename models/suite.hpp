#pragma once

#include "resnet_bench/pass.hpp"

#include "models/conv_problem.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace resnet_bench {

/// A convolution to be measured alone, and in which passes.
struct SuiteEntry {
  ConvProblem problem;
  std::vector<Pass> passes;
};

/// Convolutions that are measured together.
struct Suite {
  std::string name;
  std::vector<SuiteEntry> entries;
};

/// Reads a suite, a problem of benchdnn a line. Empty lines and what follows a # at the beginning
/// of a word do not count. As in benchdnn's own files, --dir=FWD_D,FWD_I,BWD_D,BWD_W chooses the
/// passes of the problems that follow (all three, unless said), --mb=N their batch, and --reset
/// takes both back. `batch` goes before either. Throws Refusal with the number of the line.
Suite parse_suite(const std::string& name, std::string_view text,
                  std::optional<std::int64_t> batch = {});

/// The suites that come with the program, by name.
struct ShippedSuite {
  std::string name;
  std::string_view text;

  /// Its first line, which says what it is.
  std::string description() const;
};

const std::vector<ShippedSuite>& shipped_suites();

}  // namespace resnet_bench
