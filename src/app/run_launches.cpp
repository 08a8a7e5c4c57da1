#include "app/run_launches.hpp"

#include "resnet_bench/error.hpp"

#include "app/check_list.hpp"
#include "app/child_process.hpp"
#include "app/print_reports.hpp"
#include "cli/exit_status.hpp"
#include "cli/interrupt.hpp"
#include "cli/log.hpp"
#include "report/load_report.hpp"
#include "store/identity.hpp"
#include "store/store.hpp"

#include <spdlog/spdlog.h>

namespace resnet_bench {
namespace {

constexpr const char* internal_option = "--as-launch";

std::vector<std::int64_t> runs_of(Database& database, const std::string& group) {
  Statement statement(database, "SELECT id FROM run WHERE launch_group = ? ORDER BY id");
  statement.bind(1, group);
  std::vector<std::int64_t> ids;
  while (statement.step()) ids.push_back(statement.int64(0));
  return ids;
}

std::vector<Report> reports_of(Database& database, const std::vector<std::string>& groups,
                               OutputFormat format) {
  const bool for_people = format == OutputFormat::table || format == OutputFormat::md;
  std::vector<Report> reports;
  for (const std::string& group : groups) {
    std::vector<std::int64_t> ids = runs_of(database, group);
    if (for_people && ids.size() > 1) ids.erase(ids.begin(), ids.end() - 1);
    for (const std::int64_t id : ids) reports.push_back(load_report(database, id));
  }
  return reports;
}

}  // namespace

int run_launches(const CommandLine& line, const Invocation& invocation) {
  set_up_logging(line.output.verbosity);
  check_list(line);
  Store store(line.output.db);
  const InterruptGuard interrupt;
  std::vector<std::string> groups;
  for (std::size_t i = 0; i < line.configs.size(); ++i) groups.push_back(make_uuid_v7());
  int status = exit_done;
  for (std::int64_t launch = 1; launch <= line.launches && status == exit_done; ++launch) {
    for (std::size_t i = 0; i < groups.size() && status == exit_done; ++i) {
      if (interrupt.interrupted()) {
        status = exit_interrupted;
        break;
      }
      spdlog::info("launch {} of {}", launch, line.launches);
      std::vector<std::string> arguments = invocation.arguments;
      arguments.push_back(internal_option);
      arguments.push_back(groups[i] + "," + std::to_string(launch) + "," +
                          std::to_string(line.launches) + "," + std::to_string(i));
      status = wait_for_child(start_child(invocation.program, std::move(arguments)),
                              interrupt.interrupted());
    }
  }
  const std::vector<Report> reports = reports_of(store.database(), groups, line.output.format);
  if (!reports.empty()) print_reports(reports, line.output.format);
  return status;
}

std::vector<std::string> users_arguments(const CommandLine& line,
                                         std::vector<std::string> arguments) {
  if (line.as_launch || line.as_instance) arguments.resize(arguments.size() - 2);
  return arguments;
}

}  // namespace resnet_bench
