#pragma once

#include <filesystem>
#include <string>

namespace resnet_bench {

/// The folder that holds a file; "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Refusal, in one line, where the file could not be written: an empty path, a folder, a missing
/// or read-only folder around it, a read-only file. Touches nothing. `what` names the file's role,
/// "database" or "summary".
void refuse_unless_writable(const std::string& what, const std::filesystem::path& file);

}  // namespace resnet_bench
