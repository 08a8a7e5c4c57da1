#include "cli/preset.hpp"

#include "resnet_bench/error.hpp"

#include <functional>

namespace resnet_bench {
namespace {

/// One option that a preset pins.
struct Pinned {
  const char* option;
  const char* value;  ///< as the command line has it; empty: the option is a flag, and not allowed
  std::function<void(BenchmarkConfig&)> set;
  std::function<bool(const BenchmarkConfig&)> holds;
};

template <class Value>
Pinned pin(const char* option, const char* text, Value BenchmarkConfig::*member,
           const Value& value) {
  return {option, text, [=](BenchmarkConfig& config) { config.*member = value; },
          [=](const BenchmarkConfig& config) { return config.*member == value; }};
}

/// The network as it is defined, in one layout that every device has, with the algorithms that each
/// library takes by itself: what this tool would choose, fuse or rearrange is left out.
std::vector<Pinned> pins_of_closed_1() {
  using Config = BenchmarkConfig;
  return {
      pin("--variant", "v1.5", &Config::variant, std::string("v1.5")),
      pin("--precision", "fp32", &Config::precision, Precision::fp32),
      pin("--layout", "nhwc", &Config::layout, std::string("nhwc")),
      pin("--fusion", "none", &Config::fusion, FusionChoice::none),
      pin("--conv", "library", &Config::conv, std::string("library")),
      pin("--learning-rate", "0.1 x batch / 256", &Config::learning_rate, std::optional<double>()),
      pin("--data", "random", &Config::data, DataKind::random),
      pin("--init", "standard", &Config::init, BatchNormInit::standard),
      pin("--batches", "4", &Config::batches, std::int64_t{4}),
      pin("--timing", "marks", &Config::timing, TimingMode::marks),
      pin("--no-verify", "", &Config::verify, true),
  };
}

std::vector<Pinned> pins_of(const std::string& preset) {
  return preset == "closed-1" ? pins_of_closed_1() : std::vector<Pinned>();
}

}  // namespace

std::vector<std::string> preset_names() { return {"open", "closed-1"}; }

void apply_preset(const std::string& name, BenchmarkConfig& config) {
  config.preset = name;
  for (const Pinned& pin : pins_of(name)) pin.set(config);
}

void check_preset(const BenchmarkConfig& config) {
  for (const Pinned& pin : pins_of(config.preset)) {
    if (pin.holds(config)) continue;
    const std::string option = pin.option;
    const std::string says = *pin.value == '\0' ? " does not go with " + option
                                                : " pins " + option + " " + pin.value +
                                                      ", and something else was asked for";
    throw Refusal("--preset " + config.preset + says + "; allowed: no " + option +
                  ", or --preset open");
  }
}

}  // namespace resnet_bench
