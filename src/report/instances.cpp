#include "report/instances.hpp"

#include "report/number_text.hpp"

#include <algorithm>
#include <string>

namespace resnet_bench {

std::optional<InstanceSum> load_instance_sum(Database& database, const RunRecord& run) {
  if (run.instance_group.empty()) return {};
  // A run's times count from its own start of measuring; when it ended is known by the clock that
  // all share.
  Statement statement(
      database,
      "SELECT sum_ns, iterations, (julianday(ended_at) - 2400000) * 86400 AS end_s, "
      "       (SELECT (max(start_ns + wall_ns) - min(start_ns)) / 1e9 FROM iteration "
      "        WHERE iteration.run = run.id AND iteration.kind IN ('plain', 'layered')) AS span_s "
      "FROM run JOIN run_stat ON run_stat.run = run.id "
      "WHERE instance_group = ? AND ended = 'done' AND run_stat.kind = 'plain' ORDER BY id");
  statement.bind(1, run.instance_group);
  InstanceSum sum;
  double first_begin = 0;
  double last_begin = 0;
  double first_end = 0;
  double last_end = 0;
  while (statement.step()) {
    const double speed =
        static_cast<double>(run.batch) * statement.real(1) / statement.real(0) * 1e9;
    const double end = statement.real(2);
    const double begin = end - statement.real(3);
    const bool first = sum.count++ == 0;
    sum.images_per_second += speed;
    sum.least = first ? speed : std::min(sum.least, speed);
    sum.most = first ? speed : std::max(sum.most, speed);
    first_begin = first ? begin : std::min(first_begin, begin);
    last_begin = first ? begin : std::max(last_begin, begin);
    first_end = first ? end : std::min(first_end, end);
    last_end = first ? end : std::max(last_end, end);
  }
  if (sum.count == 0) return {};
  if (last_end > first_begin) {
    sum.together = std::max(0.0, first_end - last_begin) / (last_end - first_begin);
  }
  return sum;
}

Fact instance_fact(const RunRecord& run, const InstanceSum& sum) {
  std::string text = "this is " + std::to_string(run.instance) + " of " +
                     std::to_string(run.instances) + " side by side; " + std::to_string(sum.count) +
                     " done, together " + rate(sum.images_per_second) + " images/s, each " +
                     rate(sum.least) + " to " + rate(sum.most);
  if (sum.together) {
    text += "; all were measuring for " + percent(*sum.together, 0) + " of the time that any was";
  }
  return {"instances", text};
}

}  // namespace resnet_bench
