#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace resnet_bench {

/// The candidate that was probably meant by `word`: one that it begins, or that begins it, else the
/// one at the smallest edit distance (insertions, deletions, substitutions, swapped neighbours).
/// Case, leading dashes and the difference of '-' and '_' do not count. The first wins a tie.
/// `candidates` is not empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace resnet_bench
