#include "cli/nearest.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>

namespace resnet_bench {
namespace {

std::string plain(std::string_view word) {
  constexpr std::size_t longest = 64;  // no name is longer; the distance takes time in its square
  word.remove_prefix(std::min(word.find_first_not_of('-'), word.size()));
  std::string result(word.substr(0, longest));
  for (char& c : result) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// Optimal string alignment: the Damerau-Levenshtein distance in which no part is edited twice.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

/// Abbreviations and extensions ("iter" of "iterations", "training" of "train") come before any
/// misspelling. A single letter says too little to count as one.
bool one_begins_the_other(const std::string& a, const std::string& b) {
  return std::min(a.size(), b.size()) >= 2 && (a.starts_with(b) || b.starts_with(a));
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string given = plain(word);
  std::string best;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string& candidate : candidates) {
    const std::string name = plain(candidate);
    // Twice the distance, so that an abbreviation (1) comes after the same word (0).
    const std::size_t d =
        name != given && one_begins_the_other(given, name) ? 1 : 2 * distance(given, name);
    if (d < best_distance) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

}  // namespace resnet_bench
