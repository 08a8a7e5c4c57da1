#include "app/run_instances.hpp"

#include "resnet_bench/error.hpp"
#include "resnet_bench/host.hpp"

#include "app/check_list.hpp"
#include "app/child_process.hpp"
#include "app/print_reports.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "report/load_report.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"

#include <spdlog/spdlog.h>

namespace resnet_bench {
namespace {

std::vector<std::vector<int>> processors_of_each(const CommandLine& line) {
  const auto parts = divide_by_cores(static_cast<int>(line.instances), allowed_processors());
  if (parts.empty()) {
    throw Refusal("--instances " + std::to_string(line.instances) + " are more than the " +
                  std::to_string(usable_processors().cores) +
                  " cores this process may use; allowed: a core for each");
  }
  const std::int64_t threads = line.configs.front().threads;
  for (const std::vector<int>& part : parts) {
    if (threads <= static_cast<std::int64_t>(part.size())) continue;
    throw Refusal("--threads " + std::to_string(threads) + " are more than the processors (" +
                  number_list(part) + ") of one of " + std::to_string(line.instances) +
                  " --instances; allowed: up to " + std::to_string(part.size()));
  }
  return parts;
}

std::vector<Report> reports_of(Database& database, const std::string& group, OutputFormat format) {
  Statement statement(database, "SELECT id FROM run WHERE instance_group = ? ORDER BY instance");
  statement.bind(1, group);
  std::vector<Report> reports;
  while (statement.step()) reports.push_back(load_report(database, statement.int64(0)));
  const bool for_people = format == OutputFormat::table || format == OutputFormat::md;
  if (for_people && reports.size() > 1) reports.erase(reports.begin(), reports.end() - 1);
  return reports;
}

}  // namespace

int run_instances(const CommandLine& line, const Invocation& invocation) {
  set_up_logging(line.output.verbosity);
  check_list(line);
  const std::vector<std::vector<int>> parts = processors_of_each(line);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  const std::string group = make_uuid_v7();
  std::vector<pid_t> processes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    spdlog::info("instance {} of {} on processors {}", i + 1, parts.size(), number_list(parts[i]));
    std::vector<std::string> arguments = invocation.arguments;
    arguments.push_back("--as-instance");
    arguments.push_back(group + "," + std::to_string(i + 1) + "," + std::to_string(parts.size()));
    run_on(parts[i]);  // which the process inherits
    processes.push_back(start_child(invocation.program, std::move(arguments)));
  }
  run_on(allowed_processors());
  int status = exit_done;
  for (const pid_t process : processes) {
    const int ended = wait_for_child(process, interrupt.interrupted());
    if (status == exit_done) status = ended;
  }
  const std::vector<Report> reports = reports_of(store.database(), group, line.output.format);
  if (!reports.empty()) {
    write_summary(store.database(), reports.back().run_id, line.output.summary);
    print_reports(reports, line.output.format);
  }
  return status;
}

}  // namespace resnet_bench
