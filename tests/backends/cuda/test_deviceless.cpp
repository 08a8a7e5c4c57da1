#include "resnet_bench/text.hpp"

#include "backends/cuda/conv_chooser.hpp"
#include "backends/cuda/conv_problems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <vector>

/// The installed cuDNN itself, without a GPU: it takes a device's description, and its heuristics,
/// support checks and sizes of workspaces answer for that device. What asks is the module's own
/// code that picks engines. A process must ask about one device alone: cuDNN remembers properties
/// of the first, by its number, and answers for later ones with them.
namespace resnet_bench {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What became of the problems of one kind.
struct Outcome {
  int problems = 0;
  int supported = 0;
  int tensor_cores = 0;
  std::int64_t largest_workspace = 0;
};

std::string kind_of(const cuda::ConvProblem& problem) {
  const ConvDesc& desc = problem.desc;
  std::string kind = to_string(problem.pass);
  if (desc.bias) kind += ", bias";
  if (desc.add) kind += ", add";
  if (desc.relu) kind += ", ReLU";
  return kind;
}

class Cudnn : public testing::TestWithParam<std::string> {
 protected:
  /// By numerics and kind.
  using Outcomes = std::map<std::pair<std::string, std::string>, Outcome>;

  Outcomes ask_all(const std::vector<test::ConvSource>& networks) const {
    Outcomes outcomes;
    for (const test::ConvNumerics& numerics : test::conv_numerics()) {
      for (const cuda::ConvProblem& problem : test::distinct_problems(networks, numerics)) {
        ask(problem, outcomes[{numerics.name, kind_of(problem)}]);
      }
    }
    return outcomes;
  }

  std::string row(const std::pair<std::string, std::string>& of, const Outcome& outcome) const {
    const auto column = [](const auto& value) { return std::to_string(value) + " | "; };
    return "| " + GetParam() + " | " + of.first + " | " + of.second + " | " +
           column(outcome.problems) + column(outcome.supported) + column(outcome.tensor_cores) +
           bytes_text(outcome.largest_workspace) + " |";
  }

 private:
  void ask(const cuda::ConvProblem& problem, Outcome& outcome) const {
    constexpr std::int64_t budget = cuda::ConvChooser::workspace_budget;
    ++outcome.problems;
    cuda::ConvEngines engines({.device = &device_}, problem);
    const auto plans = engines.plans(1, budget);
    if (plans.empty()) {
      EXPECT_NE(engines.refusal(), "") << to_string(problem);
      return;
    }
    const cuda::ConvPlan& plan = *plans[0];
    EXPECT_LE(plan.workspace_bytes(), budget) << to_string(problem);
    ++outcome.supported;
    outcome.tensor_cores += plan.notes().find("tensor cores") != std::string::npos ? 1 : 0;
    outcome.largest_workspace = std::max(outcome.largest_workspace, plan.workspace_bytes());
    // What is kept in the database is the text: it must lead to the same plan.
    const std::string text = to_string(plan.configuration());
    const auto again = engines.plan_of(cuda::parse_engine_configuration(text));
    ASSERT_NE(again, nullptr) << text << ": " << engines.refusal();
    EXPECT_EQ(again->configuration(), plan.configuration());
    EXPECT_EQ(again->workspace_bytes(), plan.workspace_bytes());
  }

  cuda::Descriptor device_ = cuda::device_description(
      text_of(std::filesystem::path(DEVICES_FOLDER) / (GetParam() + ".json")));
};

/// Every pass of every convolution has an engine, and IEEE fp32 is computed without tensor cores.
/// docs/cudnn_support.md has the rows of the version that it names.
TEST_P(Cudnn, FindsWhatTheDocumentSays) {
  const std::string document = text_of(SUPPORT_DOCUMENT);
  const std::size_t version = cudnnGetVersion();
  const std::string name = "cuDNN " + std::to_string(version / 10000) + "." +
                           std::to_string(version / 100 % 100) + "." +
                           std::to_string(version % 100);
  const bool is_of_this_version = document.find(name) != std::string::npos;
  for (const auto& [of, outcome] : ask_all(test::all_networks())) {
    const std::string found = row(of, outcome);
    // A convolution whose epilogue has no engine is followed by a kernel of ours.
    const bool has_epilogue = of.second.find(',') != std::string::npos;
    const bool has_type = GetParam() != "t4" || of.first.rfind("bf16", 0) != 0;
    EXPECT_TRUE(has_epilogue || outcome.supported == (has_type ? outcome.problems : 0)) << found;
    EXPECT_TRUE(of.first.rfind("fp32", 0) != 0 || outcome.tensor_cores == 0) << found;
    if (is_of_this_version) {
      EXPECT_NE(document.find(found + "\n"), std::string::npos) << found;
    }
  }
  if (!is_of_this_version) std::cout << "docs/cudnn_support.md is not of " << name << "\n";
}

std::string name_of_device(const testing::TestParamInfo<std::string>& device) {
  return device.param;
}

INSTANTIATE_TEST_SUITE_P(On, Cudnn, testing::Values("t4", "a100", "h200", "b200"), name_of_device);

}  // namespace
}  // namespace resnet_bench
