#include "backends/reference/reference_backend.hpp"
#include "plan/plan.hpp"
#include "support/networks.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

class PlanTest : public testing::TestWithParam<test::Case> {
 protected:
  std::unique_ptr<Backend> backend_ = make_reference_backend({.precision = Precision::fp32});
};

TEST_P(PlanTest, TensorsAliveTogetherLieApart) {
  const auto& [model, training, fusion] = GetParam();
  const Network network(*backend_, test::small(model, "v1.5", training, fusion));
  const Plan plan = make_plan(network);
  for (std::size_t a = 0; a < plan.storages.size(); ++a) {
    const Storage& x = plan.storages[a];
    EXPECT_LE(x.offset + x.bytes, plan.arena_bytes);
    for (std::size_t b = 0; b < a; ++b) {
      const Storage& y = plan.storages[b];
      const bool together = x.first <= y.last && y.first <= x.last;
      const bool apart = x.offset + x.bytes <= y.offset || y.offset + y.bytes <= x.offset;
      ASSERT_TRUE(!together || apart) << a << " and " << b;
    }
  }
}

TEST_P(PlanTest, NoStepWritesWhatALaterStepReadsUnlessItIsTheSameTensor) {
  const auto& [model, training, fusion] = GetParam();
  const Network network(*backend_, test::small(model, "v1.5", training, fusion));
  const Plan plan = make_plan(network);
  const auto storage = [&](TensorId id) { return plan.storage_of[index_of(id)]; };
  // The tensor whose value a storage holds, as the walk goes on.
  std::vector<TensorId> holds(plan.storages.size(), no_tensor);
  const auto& tensors = network.assembly().tensors();
  const auto original = [&](TensorId id) {
    while (tensors[index_of(id)].alias_of != no_tensor) id = tensors[index_of(id)].alias_of;
    return id;
  };
  for (const Step& step : plan.schedule) {
    const Footprint& footprint = step.leaf->footprint(step.pass);
    for (const Use& use : footprint.reads) {
      const TensorId id = original(use.tensor);
      if (tensors[index_of(id)].persistent()) continue;
      EXPECT_EQ(holds[static_cast<std::size_t>(storage(id))], id)
          << step.leaf->path() << " " << to_string(step.pass) << " reads " << use.role;
    }
    for (const Use& use : footprint.writes) {
      holds[static_cast<std::size_t>(storage(use.tensor))] = original(use.tensor);
    }
  }
}

TEST_P(PlanTest, IsTheSameEveryTime) {
  const auto& [model, training, fusion] = GetParam();
  const Network first(*backend_, test::small(model, "v1.5", training, fusion));
  const Network second(*backend_, test::small(model, "v1.5", training, fusion));
  EXPECT_EQ(make_plan(first).hash, make_plan(second).hash);
}

INSTANTIATE_TEST_SUITE_P(Models, PlanTest,
                         testing::Values(test::Case{"resnet18", true, Fusion::none},
                                         test::Case{"resnet18", true, Fusion::bn},
                                         test::Case{"resnet50", true, Fusion::none},
                                         test::Case{"resnet50", true, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::none},
                                         test::Case{"resnet50", false, Fusion::bn},
                                         test::Case{"resnet50", false, Fusion::fold},
                                         test::Case{"resnet152", true, Fusion::bn}),
                         test::case_name);

TEST(Plan, WorkloadHashIsOfWhatIsComputedAlone) {
  const auto backend = make_reference_backend({});
  const auto channels_last = make_reference_backend({.channels_last = true});
  const auto hash = [](Backend& on, const NetworkOptions& options) {
    return make_plan(Network(on, options)).workload_hash;
  };
  const std::string unfused = hash(*backend, test::small("resnet18", "v1.5", false, Fusion::none));
  EXPECT_EQ(unfused, hash(*backend, test::small("resnet18", "v1.5", false, Fusion::fold)));
  EXPECT_EQ(unfused, hash(*channels_last, test::small("resnet18", "v1.5", false, Fusion::bn)));
  EXPECT_NE(unfused, hash(*backend, test::small("resnet18", "v1.5", true, Fusion::bn)));
  EXPECT_EQ(unfused, hash(*backend, test::small("resnet18", "v1", false, Fusion::none)));
  EXPECT_NE(hash(*backend, test::small("resnet50", "v1", false, Fusion::none)),
            hash(*backend, test::small("resnet50", "v1.5", false, Fusion::none)));
  EXPECT_NE(unfused, hash(*backend, test::small("resnet34", "v1.5", false, Fusion::none)));
}

TEST(Plan, CompositesSpanTheirLeaves) {
  const auto backend = make_reference_backend({});
  const Network network(*backend, test::small("resnet18", "v1.5", true, Fusion::bn));
  const Plan plan = make_plan(network);
  for (const CompositeSpan& span : plan.composites) {
    const std::string prefix = span.layer->path() + "/";
    for (std::size_t i = 0; i < plan.schedule.size(); ++i) {
      const Step& step = plan.schedule[i];
      const bool below = step.leaf->path().rfind(prefix, 0) == 0;
      const bool forward = step.pass == Pass::Fwd;
      const bool wanted = below && forward == (span.direction == Direction::forward);
      const auto position = static_cast<std::int64_t>(i);
      EXPECT_EQ(wanted, position >= span.first && position < span.last)
          << span.layer->path() << " and " << step.leaf->path();
    }
  }
}

TEST(Plan, OneValueAChannelIsRefusedInTraining) {
  const auto backend = make_reference_backend({});
  EXPECT_THROW(Network(*backend, {.batch = 1, .image_size = 32}), Refusal);
  EXPECT_NO_THROW(Network(*backend, {.batch = 1, .image_size = 32, .training = false}));
  EXPECT_NO_THROW(Network(*backend, {.batch = 1, .image_size = 64}));
}

TEST(Plan, SizesBeyond63BitsAreRefused) {
  const auto backend = make_reference_backend({});
  EXPECT_THROW(Network(*backend, {.batch = std::int64_t{1} << 50}), Refusal);
}

}  // namespace
}  // namespace resnet_bench
