#include "app/lists.hpp"

#include "backends/reference/reference_backend.hpp"
#include "backends/registry.hpp"
#include "models/catalogue.hpp"
#include "models/suite.hpp"
#include "plan/network.hpp"

#include <iomanip>
#include <ostream>

namespace resnet_bench {
namespace {

double giga_multiply_adds(const Network& network) {
  std::int64_t flops = 0;
  network.for_each_layer([&](Layer& layer, int) {
    if (const auto* leaf = dynamic_cast<const Leaf*>(&layer)) flops += leaf->flops(Pass::Fwd);
  });
  return static_cast<double>(flops) / 2e9;
}

void print(const std::vector<Listing>& entries, int name_width, std::ostream& out) {
  for (const Listing& entry : entries) {
    out << std::left << std::setw(name_width) << entry.name << std::setw(11)
        << (entry.available ? "available" : "absent") << entry.description << '\n';
  }
}

}  // namespace

void print_models(std::ostream& out) {
  // Counting needs a connected network, not a fast one.
  const auto backend = make_reference_backend({});
  out << std::left << std::setw(12) << "model" << std::setw(9) << "variant" << std::right
      << std::setw(12) << "parameters" << std::setw(16) << "multiply-adds"
      << "  at 224x224\n";
  for (const ModelInfo& model : model_catalogue()) {
    for (const std::string& variant : model.variants) {
      const Network network(*backend, {.model = model.name,
                                       .variant = variant,
                                       .batch = 1,
                                       .training = false,
                                       .fusion = Fusion::none});
      out << std::left << std::setw(12) << model.name << std::setw(9) << variant << std::right
          << std::setw(12) << network.parameter_count() << std::setw(14) << std::fixed
          << std::setprecision(3) << giga_multiply_adds(network) << " G  " << model.description
          << '\n';
    }
  }
}

void print_suites(std::ostream& out) {
  for (const ShippedSuite& suite : shipped_suites()) {
    out << std::left << std::setw(16) << suite.name << suite.description() << '\n';
  }
  for (const ModelInfo& model : model_catalogue()) {
    out << std::left << std::setw(16) << model.name << "its distinct convolutions, "
        << model.variants.front() << " at 224x224\n";
  }
}

void print_devices(std::ostream& out) { print(list_devices(), 12, out); }

void print_algorithms(std::ostream& out) { print(list_conv_algorithms(), 21, out); }

}  // namespace resnet_bench
