#pragma once

#include "report/fact.hpp"
#include "report/report.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// What the formats for people (table, md) say of a run, apart from how it is laid out.
namespace resnet_bench {

/// "OpenMP 201511, oneDNN 2.6.3", with " " between a name and its value.
std::string joined(const std::map<std::string, std::string>& map, const char* between);

/// "resnet50 v1.5, train, batch 32, fp32 on cpu"
std::string title(const Report& report);

/// A run that did not end well, or is still going: one line that says so; "" for a whole run.
std::string warning(const Report& report);

/// What was run, on what.
std::vector<Fact> configuration(const Report& report);

/// Throughput and times of the whole model, with what each is.
std::vector<Fact> figures(const Report& report);

/// Why there is no time per layer; "" where there is.
std::string why_no_leaves(const Report& report);

/// The head of the leaves' table, and its rows: the slowest `most` of them.
std::vector<std::string> leaf_head();
std::vector<std::vector<std::string>> leaf_rows(const Report& report, std::size_t most);

}  // namespace resnet_bench
