#include "cli/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace resnet_bench {
namespace {

/// %*: "warning: " and the like; nothing for what is ordinary.
class LevelPrefix final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    if (message.level == spdlog::level::info) return;
    const spdlog::string_view_t name = spdlog::level::to_string_view(message.level);
    out.append(name.data(), name.data() + name.size());
    const std::string_view end = ": ";
    out.append(end.data(), end.data() + end.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<LevelPrefix>();
  }
};

spdlog::level::level_enum level_of(int verbosity) {
  if (verbosity < 0) return spdlog::level::warn;
  if (verbosity == 0) return spdlog::level::info;
  return verbosity == 1 ? spdlog::level::debug : spdlog::level::trace;
}

}  // namespace

std::shared_ptr<spdlog::logger> make_logger(int verbosity, bool on_terminal,
                                            spdlog::sink_ptr sink) {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<LevelPrefix>('*');
  formatter->set_pattern(std::string(on_terminal ? "\r\x1b[K" : "") +
                         (verbosity > 0 ? "%H:%M:%S.%e " : "") + "%*%v");
  auto logger = std::make_shared<spdlog::logger>("resnet_bench", std::move(sink));
  logger->set_formatter(std::move(formatter));
  logger->set_level(level_of(verbosity));
  logger->flush_on(spdlog::level::trace);  // a crash loses nothing
  return logger;
}

void set_up_logging(int verbosity) {
  const bool on_terminal = isatty(fileno(stderr)) != 0;
  spdlog::set_default_logger(
      make_logger(verbosity, on_terminal, std::make_shared<spdlog::sinks::stderr_sink_mt>()));
}

}  // namespace resnet_bench
