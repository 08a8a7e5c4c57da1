#include "report/example_report.hpp"
#include "report/instances.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

TEST(Instances, SpeedsSumAndWhatTheyDidTogether) {
  const TemporaryFolder folder;
  Store store(folder / "a.db");
  for (std::int64_t instance = 1; instance <= 3; ++instance) {
    RunRecord run = example::run("01900000-0000-7000-8000-00000000000" + std::to_string(instance));
    run.instance = instance;
    run.instances = 3;
    run.instance_group = "g";
    store.begin_run(run, example::layers(), example::passes());
    // The first two do 2 iterations of 1 s, from second 10 to 20 and 12 to 22; the third dies.
    store.write_cycle(
        {.iterations = {{.number = 0, .start_ns = 0, .wall_ns = 1'000'000'000},
                        {.number = 1, .start_ns = 9'000'000'000, .wall_ns = 1'000'000'000}}});
    if (instance == 3) break;
    RunStatRecord plain{.kind = IterationKind::plain, .iterations = 2};
    plain.sum_ns = instance * 1'000'000'000;
    store.end_run({.end = RunEnd::done, .run_stats = {plain}});
  }
  store.database().execute(
      "UPDATE run SET ended_at = '2026-11-30T12:00:20.000Z' WHERE instance = 1;"
      "UPDATE run SET ended_at = '2026-11-30T12:00:22.000Z' WHERE instance = 2");
  const Report report = load_report(store.database(), 2);
  ASSERT_TRUE(report.instances);
  EXPECT_EQ(report.instances->count, 2);
  EXPECT_DOUBLE_EQ(report.instances->most, 16);
  EXPECT_DOUBLE_EQ(report.instances->least, 8);
  EXPECT_DOUBLE_EQ(report.instances->images_per_second, 24);
  EXPECT_NEAR(*report.instances->together, 8.0 / 12, 1e-3);
  EXPECT_EQ(instance_fact(report.run, *report.instances).value,
            "this is 2 of 3 side by side; 2 done, together 24.00 images/s, each 8.00 to 16.00; all "
            "were measuring for 67 % of the time that any was");
  EXPECT_FALSE(example::report().instances);
}

}  // namespace
}  // namespace resnet_bench
