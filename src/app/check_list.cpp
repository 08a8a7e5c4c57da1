#include "app/check_list.hpp"

#include "app/prepared_run.hpp"
#include "store/file_checks.hpp"
#include "store/summary.hpp"

namespace resnet_bench {
namespace {

/// A file may not be written over another one, the database's runs least of all.
void check_files(const OutputOptions& output) {
  const std::string& db = output.db;
  const std::string& summary = output.summary;
  const std::string& tensors = output.dump_tensors;
  check_summary_path(summary);
  if (!tensors.empty()) refuse_unless_writable(FileRole::tensors, tensors);
  refuse_same_file(FileRole::database, db, FileRole::summary, summary);
  refuse_same_file(FileRole::database, db, FileRole::tensors, tensors);
  refuse_same_file(FileRole::summary, summary, FileRole::tensors, tensors);
}

}  // namespace

void check_list(const CommandLine& line) {
  for (const BenchmarkConfig& config : line.configs) check_configuration(config);
  check_files(line.output);
}

}  // namespace resnet_bench
