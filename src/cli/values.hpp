#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace resnet_bench {

/// What was given to an option, in the user's own words, so that an error can repeat them.
struct Argument {
  std::string option;  ///< "--batch"
  std::string value;   ///< "32,64"
};

// Each function below throws Refusal, one line: what was wrong, what is allowed, what was probably
// meant.

/// A list "a,b,c" taken apart. No entry may be empty.
std::vector<Argument> entries(const Argument& list);

/// `most_is` says in words what the upper bound is: "the processors this process may use".
std::int64_t whole_number(const Argument& argument, std::int64_t least,
                          std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                          const std::string& most_is = {});

/// Greater than 0 and finite.
double positive_number(const Argument& argument);

/// true, false, 1, 0, yes, no.
bool truth(const Argument& argument);

/// `argument.value` if it is one of `allowed`.
const std::string& one_of(const Argument& argument, const std::vector<std::string>& allowed);

/// The meaning of a word.
template <class T>
T meaning_of(const Argument& argument, std::initializer_list<std::pair<const char*, T>> meanings) {
  std::vector<std::string> words;
  for (const auto& [word, meaning] : meanings) {
    if (argument.value == word) return meaning;
    words.emplace_back(word);
  }
  one_of(argument, words);  // throws: it is none of them
  return {};
}

/// Any text but the empty one. `allowed` says in words what it is.
const std::string& not_empty(const Argument& argument, const std::string& allowed);

}  // namespace resnet_bench
