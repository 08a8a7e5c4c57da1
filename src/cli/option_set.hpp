#pragma once

#include "cli/values.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
}  // namespace CLI

namespace resnet_bench {

/// The options of one command. CLI11 takes the words apart and lays out the help; every error is
/// put in our own words (Refusal), whatever the version of CLI11 says. Values are applied after all
/// words were understood, in the order in which the options were added.
class OptionSet {
 public:
  using Apply = std::function<void(const Argument&)>;

  /// For the help: how the command is written, and what is printed before and after the options.
  OptionSet(const std::string& usage, const std::string& about, const std::string& footer,
            const std::string& version);
  ~OptionSet();

  /// The heading in the help of the options that follow.
  void group(const std::string& heading);

  /// `names` as CLI11 writes them: "-o,--option". `form` is how the help writes a value.
  void value(const std::string& names, const std::string& form, const std::string& help, Apply);
  /// May be given more than once.
  void repeatable(const std::string& names, const std::string& form, const std::string& help,
                  Apply);
  /// Applied with "true", or with what is written as in --flag=false.
  void flag(const std::string& names, const std::string& help, Apply);
  /// A flag that may be repeated (-vv). Applied once a time given.
  void repeatable_flag(const std::string& names, const std::string& help, Apply);
  /// A word without dashes.
  void positional(const std::string& name, const std::string& help, Apply);

  /// Two options that mean the same, or the opposite: only one of them may be given. `reason` is
  /// put in the message.
  void exclude(const std::string& one, const std::string& other, const std::string& reason);

  /// Applies the arguments, or returns the text that was asked for (--help, --version).
  std::optional<std::string> parse(const std::vector<std::string>& arguments);

 private:
  struct Entry {
    CLI::Option* option;
    std::string form;  ///< empty: a flag
    bool repeatable;
    Apply apply;
  };
  struct Exclusion {
    std::string one, other, reason;
  };

  void add_value(const std::string& names, const std::string& form, const std::string& help,
                 bool repeatable, Apply apply);
  void add_flag(const std::string& names, const std::string& help, bool repeatable, Apply apply);
  std::string help() const;
  std::vector<std::string> option_names() const;  ///< the long ones
  [[noreturn]] void refuse_missing_value(const std::string& option) const;
  void check_missing_values() const;
  void check_unknown() const;
  void check_exclusions() const;
  void apply() const;

  std::unique_ptr<CLI::App> app_;
  std::string about_;
  std::string footer_;
  std::string heading_ = "Options";
  std::vector<Entry> entries_;
  std::vector<Exclusion> exclusions_;
};

}  // namespace resnet_bench
