#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace resnet_bench {

/// What the sqlite3 program prints, run as the scripts' headers say:
///   sqlite3 [options] database < script
/// The working folder is `folder` where given. Errors are part of the output.
inline std::string sqlite3_shell(const std::filesystem::path& database, const std::string& script,
                                 const std::string& options = "",
                                 const std::filesystem::path& folder = ".") {
  // -init: the user's own ~/.sqliterc is no part of the test.
  const std::string command = "cd '" + folder.string() + "' && " SQLITE3_SHELL " -init /dev/null " +
                              options + " '" + database.string() + "' < '" SQL_FOLDER "/" + script +
                              "' 2>&1";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    output.append(buffer.data(), n);
  }
  return output;
}

}  // namespace resnet_bench
