#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace resnet_bench {

/// Before a run: Refusal where write_summary could not write there. Touches nothing.
void check_summary_path(const std::filesystem::path& file);

/// sql/summarize.sql for one run: lines of tab-separated columns, the first one the header.
std::string summary_text(Database& database, std::int64_t run);

/// Writes summary.tsv whole or not at all: a new file takes the old one's place at the end. A run
/// without layered iterations gives the header only. Throws RunError.
void write_summary(Database& database, std::int64_t run, const std::filesystem::path& file);

}  // namespace resnet_bench
