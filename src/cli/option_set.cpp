#include "cli/option_set.hpp"

#include "resnet_bench/error.hpp"

#include "cli/nearest.hpp"
#include "cli/text.hpp"

#include <CLI/CLI.hpp>

#include <utility>

namespace resnet_bench {
namespace {

bool is_option_like(const std::string& word) {
  return word.starts_with('-') && word.find_first_not_of('-') != std::string::npos &&
         word.find_first_of("0123456789") != 1;  // -1 is a number
}

/// The usage line as it was given; CLI11's own differs from version to version.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* app, std::string) const override {
    return "Usage: " + app->get_name() + "\n";
  }
};

}  // namespace

OptionSet::OptionSet(const std::string& usage, const std::string& about, const std::string& footer,
                     const std::string& version)
    : app_(std::make_unique<CLI::App>("", usage)), about_(about), footer_(footer) {
  app_->formatter(std::make_shared<HelpFormatter>());
  app_->get_formatter()->column_width(40);
  app_->allow_extras();  // unknown words are refused in our own words
  app_->set_version_flag("--version", version, "Print the version")->group("General");
  app_->set_help_flag("-h,--help", "Print this text")->group("General");
}

OptionSet::~OptionSet() = default;

void OptionSet::group(const std::string& heading) { heading_ = heading; }

void OptionSet::add_value(const std::string& names, const std::string& form,
                          const std::string& help, bool repeatable, Apply apply) {
  CLI::Option* const option = app_->add_option(names, help);
  option->option_text(form)->group(heading_);
  // All values given are kept, so that a second one is refused here and not lost.
  option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  entries_.push_back({option, form, repeatable, std::move(apply)});
}

void OptionSet::add_flag(const std::string& names, const std::string& help, bool repeatable,
                         Apply apply) {
  CLI::Option* const option = app_->add_flag(names, help);
  option->group(heading_)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  entries_.push_back({option, "", repeatable, std::move(apply)});
}

void OptionSet::value(const std::string& names, const std::string& form, const std::string& help,
                      Apply apply) {
  add_value(names, form, help, false, std::move(apply));
}

void OptionSet::repeatable(const std::string& names, const std::string& form,
                           const std::string& help, Apply apply) {
  add_value(names, form, help, true, std::move(apply));
}

void OptionSet::flag(const std::string& names, const std::string& help, Apply apply) {
  add_flag(names, help, false, std::move(apply));
}

void OptionSet::repeatable_flag(const std::string& names, const std::string& help, Apply apply) {
  add_flag(names, help, true, std::move(apply));
}

void OptionSet::positional(const std::string& name, const std::string& help, Apply apply) {
  add_value(name, "", help, false, std::move(apply));
}

void OptionSet::exclude(const std::string& one, const std::string& other,
                        const std::string& reason) {
  exclusions_.push_back({one, other, reason});
}

std::optional<std::string> OptionSet::parse(const std::vector<std::string>& arguments) {
  try {
    app_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return help();
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what()) + "\n";
  } catch (const CLI::ArgumentMismatch&) {
    // An option takes the next word, whatever it is, so only the last one can lack its value.
    refuse_missing_value(arguments.back());
  } catch (const CLI::Error& error) {
    throw Refusal(in_quotes(error.what()) + "; --help lists what is allowed");
  }
  check_missing_values();
  check_unknown();
  check_exclusions();
  apply();
  return std::nullopt;
}

std::string OptionSet::help() const {
  // What stands around the list of options is kept from CLI11, which from 2.5 on fills its lines.
  std::string text = about_ + "\n" + app_->help() + "\n" + footer_;
  // CLI11 puts two empty lines between groups.
  for (std::size_t at = 0; (at = text.find("\n\n\n", at)) != std::string::npos;) {
    text.erase(at, 1);
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

std::vector<std::string> OptionSet::option_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : std::as_const(*app_).get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

void OptionSet::refuse_missing_value(const std::string& option) const {
  const std::string name = option.substr(0, option.find('='));
  const CLI::Option* const known = app_->get_option_no_throw(name);
  throw Refusal((known == nullptr ? in_quotes(name) : name) + " needs a value" +
                (known == nullptr ? "" : "; allowed: " + name + " " + known->get_option_text()));
}

void OptionSet::check_missing_values() const {
  for (const Entry& entry : entries_) {
    if (entry.form.empty()) continue;
    for (const std::string& value : entry.option->results()) {
      const bool is_option = is_option_like(value) && app_->get_option_no_throw(value) != nullptr;
      if (is_option || value.starts_with("--")) refuse_missing_value(entry.option->get_name());
    }
  }
}

void OptionSet::check_unknown() const {
  const std::vector<std::string> unknown = app_->remaining();
  if (unknown.empty()) return;
  const std::string& word = unknown.front();
  if (is_option_like(word)) {
    std::string name = word.substr(0, word.find('='));
    if (name.find_first_not_of('-') == std::string::npos) name = word;
    throw Refusal("unknown option " + in_quotes(name) + "; allowed: see --help; did you mean " +
                  in_quotes(nearest(name, option_names())) + "?");
  }
  throw Refusal("unexpected argument " + in_quotes(word) +
                "; allowed: see --help; several values of one option are a list: A,B,C");
}

void OptionSet::check_exclusions() const {
  for (const Exclusion& exclusion : exclusions_) {
    const auto given = [&](const std::string& name) { return app_->count(name) > 0; };
    if (given(exclusion.one) && given(exclusion.other)) {
      throw Refusal(exclusion.one + " and " + exclusion.other + " " + exclusion.reason +
                    "; allowed: one of them");
    }
  }
}

void OptionSet::apply() const {
  for (const Entry& entry : entries_) {
    const std::vector<std::string>& values = entry.option->results();
    const std::string name = entry.option->get_name();
    if (values.size() > 1 && !entry.repeatable) {
      throw Refusal(name + " is given " + std::to_string(values.size()) + " times (" +
                    in_quotes(values[0]) + ", then " + in_quotes(values[1]) + "); allowed: once");
    }
    for (const std::string& value : values) entry.apply({name, value});
  }
}

}  // namespace resnet_bench
