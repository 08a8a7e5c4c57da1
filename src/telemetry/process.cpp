#include "telemetry/reread_file.hpp"
#include "telemetry/sources.hpp"

#include <chrono>
#include <limits>
#include <map>
#include <string>
#include <unistd.h>

namespace resnet_bench {
namespace {

namespace fs = std::filesystem;

/// Of one thread, from /proc/self/task/I/schedstat: ns on a processor, ns ready but waiting for
/// one, times it was put on one (https://docs.kernel.org/scheduler/sched-stats.html).
struct Thread {
  RereadFile file;
  double cpu_ns = 0;
  double wait_ns = 0;
  double switches = 0;
  bool alive = true;
};

/// The threads of this process. One that ends takes along what it did after the last reading.
class Process final : public SensorSource {
 public:
  explicit Process(const fs::path& root)
      : tasks_(root / "proc/self/task"), stat_(root / "proc/self/stat") {
    read_threads(false);
    with_threads_ = !threads_.empty();
    with_stat_ = read_stat();
    first_ = now_;
    const char* device = "process";
    if (with_threads_) {
      for (const char* name : {"cpu", "wait", "switches"}) sensors_.push_back({device, name});
      sensors_.push_back({device, "busy_threads"});
    } else {
      missing_.push_back("our own use (schedstat of threads not here)");
    }
    if (with_stat_) {
      for (const char* name : {"minor_faults", "major_faults"}) {
        sensors_.push_back({device, name});
      }
      sensors_.push_back({device, "resident"});
    } else {
      missing_.push_back("page faults, resident memory (/proc/self/stat not here)");
    }
  }

  void read(std::vector<double>& values) override {
    if (with_threads_) {
      const int busy = read_threads(true);
      for (const double value : {cpu_ns_ / 1e9, wait_ns_ / 1e9, switches_, double(busy)}) {
        values.push_back(value);
      }
    }
    if (with_stat_) {
      const bool read = read_stat();
      const double nan = std::numeric_limits<double>::quiet_NaN();
      values.push_back(read ? now_.minor_faults - first_.minor_faults : nan);
      values.push_back(read ? now_.major_faults - first_.major_faults : nan);
      values.push_back(read ? now_.resident_bytes : nan);
    }
  }

 private:
  struct Stat {
    double minor_faults = 0;
    double major_faults = 0;
    double resident_bytes = 0;
  };

  /// Adds up what the threads did since the call before, unless `count` is false; a thread that is
  /// new since then, all it has done. How many ran for more than half the time.
  int read_threads(bool count) {
    const auto now = std::chrono::steady_clock::now();
    const double passed_ns = std::chrono::duration<double, std::nano>(now - last_read_).count();
    last_read_ = now;
    find_threads();
    int busy = 0;
    for (auto at = threads_.begin(); at != threads_.end();) {
      Thread& thread = at->second;
      std::string_view text = thread.alive ? thread.file.text() : std::string_view();
      const auto cpu = next_number(text);
      const auto wait = next_number(text);
      const auto switches = next_number(text);
      if (!cpu || !wait || !switches) {
        at = threads_.erase(at);
        continue;
      }
      if (count) {
        cpu_ns_ += *cpu - thread.cpu_ns;
        wait_ns_ += *wait - thread.wait_ns;
        switches_ += *switches - thread.switches;
        busy += *cpu - thread.cpu_ns > passed_ns / 2;
      }
      thread.cpu_ns = *cpu;
      thread.wait_ns = *wait;
      thread.switches = *switches;
      ++at;
    }
    return busy;
  }

  void find_threads() {
    for (auto& [id, thread] : threads_) thread.alive = false;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(tasks_, error)) {
      const std::string id = entry.path().filename();
      const auto [at, is_new] =
          threads_.try_emplace(id, Thread{RereadFile(entry.path() / "schedstat")});
      at->second.alive = true;
    }
  }

  /// proc(5): fields are counted from behind the program's name, which may hold anything.
  bool read_stat() {
    std::string_view text = stat_.text();
    const std::size_t name_ends = text.rfind(')');
    if (name_ends == std::string_view::npos || text.size() < name_ends + 4) return false;
    text.remove_prefix(name_ends + 4);  // ") S ", state being field 3
    double field[25] = {};              // by proc(5)'s numbers
    for (int number = 4; number <= 24; ++number) {
      const auto value = next_number(text);
      if (!value) return false;
      field[number] = *value;
    }
    now_ = {field[10], field[12], field[24] * static_cast<double>(sysconf(_SC_PAGESIZE))};
    return true;
  }

  fs::path tasks_;
  RereadFile stat_;
  std::map<std::string, Thread> threads_;
  std::chrono::steady_clock::time_point last_read_;
  double cpu_ns_ = 0;
  double wait_ns_ = 0;
  double switches_ = 0;
  bool with_threads_ = false;
  bool with_stat_ = false;
  Stat first_;
  Stat now_;
};

}  // namespace

std::unique_ptr<SensorSource> process_source(const fs::path& root) {
  return std::make_unique<Process>(root);
}

}  // namespace resnet_bench
