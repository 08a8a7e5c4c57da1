#include "app/suites.hpp"

#include "resnet_bench/error.hpp"

#include "alone/model_suite.hpp"
#include "app/prepared_run.hpp"
#include "backends/reference/reference_backend.hpp"
#include "cli/nearest.hpp"
#include "cli/text.hpp"
#include "models/catalogue.hpp"
#include "models/reproducer.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <sstream>

namespace resnet_bench {
namespace {

/// Of the unfused network, so that every convolution has its canonical path. Shapes alone are asked
/// for: any backend knows them, and this one makes its ops at once.
std::vector<PlacedConv> model_convolutions(const BenchmarkConfig& config) {
  const auto backend = make_reference_backend({});
  NetworkOptions options = network_options(config);
  options.fusion = Fusion::none;
  return convolutions_of(Network(*backend, options));
}

Suite suite_of_model(const BenchmarkConfig& config) {
  const auto backend = make_reference_backend({});
  NetworkOptions options = network_options(config);
  options.fusion = Fusion::none;
  return model_suite(Network(*backend, options), config.model);
}

bool is_model(const std::string& name) {
  const std::vector<ModelInfo>& models = model_catalogue();
  return std::any_of(models.begin(), models.end(),
                     [&](const ModelInfo& model) { return model.name == name; });
}

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  const bool readable = in.is_open() && !std::filesystem::is_directory(file);
  if (readable) text << in.rdbuf();
  if (!readable || in.bad()) {
    std::vector<std::string> names;
    for (const ShippedSuite& suite : shipped_suites()) names.push_back(suite.name);
    for (const ModelInfo& model : model_catalogue()) names.push_back(model.name);
    throw Refusal("--suite " + in_quotes(file) + " is no suite, and no file of that name can be " +
                  "read; allowed: " + joined(names) + ", or a file; did you mean " +
                  in_quotes(nearest(file, names)) + "?");
  }
  return text.str();
}

std::vector<PlacedConv> placed_convolutions(const LayersOptions& layers,
                                            const BenchmarkConfig& config) {
  if (layers.suite.empty()) return model_convolutions(config);
  std::vector<PlacedConv> convs;
  for (SuiteEntry& entry : find_suite(layers.suite, layers.batch).entries) {
    convs.push_back({.problem = std::move(entry.problem), .passes = std::move(entry.passes)});
  }
  return convs;
}

const PlacedConv& find_conv(const std::vector<PlacedConv>& convs, const std::string& path) {
  std::vector<std::string> names;
  for (const PlacedConv& conv : convs) {
    const std::string& name = conv.problem.name;
    if (name == path || (name.ends_with(path) && name[name.size() - path.size() - 1] == '/')) {
      return conv;
    }
    names.push_back(name);
  }
  throw Refusal("--repro " + in_quotes(path) +
                " is no convolution; allowed: " + std::to_string(names.size()) + " paths as " +
                names.front() + "; did you mean " + in_quotes(nearest(path, names)) + "?");
}

}  // namespace

Suite find_suite(const std::string& name, std::optional<std::int64_t> batch) {
  for (const ShippedSuite& suite : shipped_suites()) {
    if (suite.name == name) return parse_suite(name, suite.text, batch);
  }
  if (is_model(name)) {
    BenchmarkConfig config;
    config.model = name;
    config.batch = batch.value_or(config.batch);
    return suite_of_model(config);
  }
  return parse_suite(name, text_of(name), batch);
}

void print_suite(const BenchmarkConfig& config, std::ostream& out) {
  const Suite suite = suite_of_model(config);
  out << "# The distinct convolutions of " << config.model << " " << config.variant << " at batch "
      << config.batch << ", " << config.image_size << "x" << config.image_size
      << ", and how many there are of each\n"
      << suite_text(suite);
}

void print_reproducers(const LayersOptions& layers, const BenchmarkConfig& config,
                       std::ostream& out) {
  const std::vector<PlacedConv> convs = placed_convolutions(layers, config);
  const PlacedConv& conv = find_conv(convs, layers.repro);
  const bool training = config.mode == Mode::train;
  const ReproducerSettings settings{.precision = to_string(config.precision),
                                    .channels_last = config.layout == "nhwc",
                                    .training = training,
                                    .conv = config.conv,
                                    .threads = thread_count(config)};
  for (const Pass pass : conv.passes) {
    if (!training && pass != Pass::Fwd) continue;
    const Reproducer other = reproduce(conv.problem, pass, settings);
    out << "# " << conv.problem.name << " " << to_string(pass) << "\n"
        << other.benchdnn << "\n"
        << other.miopen << "\n"
        << "python3 - <<'EOF'\n"
        << other.torch << "EOF\n\n";
  }
}

}  // namespace resnet_bench
