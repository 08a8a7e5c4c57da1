#include "cli/log.hpp"

#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

namespace resnet_bench {
namespace {

std::string logged(int verbosity, bool on_terminal) {
  std::ostringstream out;
  const auto logger =
      make_logger(verbosity, on_terminal, std::make_shared<spdlog::sinks::ostream_sink_mt>(out));
  logger->trace("t");
  logger->debug("d");
  logger->info("i");
  logger->warn("w");
  logger->error("e");
  return out.str();
}

TEST(Log, OrdinaryMessagesAreBareOthersSayWhatTheyAre) {
  EXPECT_EQ(logged(0, false), "i\nwarning: w\nerror: e\n");
}

TEST(Log, QuietLeavesWarningsAndErrors) { EXPECT_EQ(logged(-1, false), "warning: w\nerror: e\n"); }

TEST(Log, VerboseSaysMoreWithTheTimeOfDay) {
  EXPECT_EQ(logged(1, false).find("trace"), std::string::npos);
  EXPECT_NE(logged(1, false).find(" debug: d\n"), std::string::npos);
  EXPECT_NE(logged(2, false).find(" trace: t\n"), std::string::npos);
}

TEST(Log, ATerminalsLineIsClearedFirst) {
  EXPECT_EQ(logged(-1, true), "\r\x1b[Kwarning: w\n\r\x1b[Kerror: e\n");
}

}  // namespace
}  // namespace resnet_bench
