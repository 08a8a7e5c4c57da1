#pragma once

#include "report/comparison.hpp"

#include <iosfwd>
#include <vector>

namespace resnet_bench {

/// For people: what was compared and what differs in how it was run, the total with its verdict,
/// and the leaves that make up its difference: 15 of them, and all that are different.
void print_comparison(const std::vector<RunTimes>& a, const std::vector<RunTimes>& b,
                      const Comparison& comparison, std::ostream& out);

/// For programs: a header, the total, whose path is empty, and every leaf's pass, tab-separated.
void print_comparison_tsv(const Comparison& comparison, std::ostream& out);

}  // namespace resnet_bench
