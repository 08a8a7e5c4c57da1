// Each script of sql/ run as its header says, over the example run, which can be added up by hand.
#include "store/alone_rows.hpp"
#include "store/conv_measurements.hpp"
#include "store/example_alone.hpp"
#include "store/example_run.hpp"
#include "store/sqlite3_shell.hpp"
#include "store/store.hpp"
#include "store/summary.hpp"
#include "store/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

namespace resnet_bench {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A table of the shell's column mode, its cells separated by '|'. The second line, of dashes,
/// tells where the columns are.
Lines cells(const std::string& table) {
  Lines lines = lines_of(table);
  if (lines.size() < 2) return lines;
  Lines rows;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i == 1) continue;
    std::string row;
    std::size_t begin = 0;
    while (begin != std::string::npos) {
      const std::size_t end = lines[1].find("  ", begin);
      std::string cell = begin < lines[i].size() ? lines[i].substr(begin, end - begin) : "";
      cell.erase(cell.find_last_not_of(' ') + 1);
      row += (begin == 0 ? "" : "|") + cell;
      begin = end == std::string::npos ? end : end + 2;
    }
    rows.push_back(row);
  }
  return rows;
}

class Scripts : public testing::Test {
 protected:
  void record(const std::vector<StepStatRecord>& stats) {
    store_.begin_run(example::run("u" + std::to_string(store_.run_id())), example::layers(),
                     example::passes());
    store_.write_cycle(example::cycle());
    store_.end_run({.end = RunEnd::done, .step_stats = stats});
  }

  /// LAYER_TIMING=0, killed before its first iteration.
  void record_empty_run() { store_.begin_run(example::run("empty"), {}, {}); }

  std::string shell(const std::string& script, const std::string& options = "") {
    return sqlite3_shell(folder_ / "a.db", script, options);
  }

  TemporaryFolder folder_;
  Store store_{folder_ / "a.db"};
};

TEST_F(Scripts, Layers) {
  record(example::stats());
  const std::string conv = example::conv_module;
  const std::string relu = example::relu_module;
  EXPECT_EQ(
      lines_of(shell("layers.sql")),
      (Lines{
          "Path\tModule\tDir\tSumTime\tAvgTime\tCallsPerIteration\tMsPerIteration\tShare\t"
          "MedianUs\tCiLowUs\tCiHighUs",
          "tiny/conv2\t" + conv + "\tBwdWeights\t1.000000\t0.500000\t1\t0.500000\t0.208333\t\t\t",
          "tiny/stage1/conv1\t" + conv +
              "\tBwdWeights\t1.000000\t0.500000\t1\t0.500000\t0.208333\t\t\t",
          "tiny/conv2\t" + conv + "\tBwdData\t0.800000\t0.400000\t1\t0.400000\t0.166667\t\t\t",
          "tiny/conv2\t" + conv + "\tFwd\t0.800000\t0.400000\t1\t0.400000\t0.166667\t\t\t",
          "tiny/stage1/conv1\t" + conv + "\tFwd\t0.800000\t0.400000\t1\t0.400000\t0.166667\t\t\t",
          "tiny/stage1/relu\t" + relu + "\tBwd\t0.200000\t0.100000\t1\t0.100000\t0.041667\t\t\t",
          "optimiser\tSGD 288 parameters"
          "\tUpdate\t0.100000\t0.050000\t1\t0.050000\t0.020833\t\t\t",
          "tiny/stage1/relu\t" + relu + "\tFwd\t0.100000\t0.050000\t1\t0.050000\t0.020833\t\t\t"}));
}

TEST_F(Scripts, SlowestLayers) {
  record(example::stats());
  EXPECT_EQ(cells(shell("slowest_layers.sql")),
            (Lines{"Path|Dir|MsPerIteration|Share|GFLOP/s|GB/s|Algorithm",
                   "tiny/conv2|BwdWeights|0.500|0.2083|4.0|0.8|openblas",
                   "tiny/stage1/conv1|BwdWeights|0.500|0.2083|4.0|0.8|openblas",
                   "tiny/conv2|BwdData|0.400|0.1667|5.0|1.0|openblas",
                   "tiny/conv2|Fwd|0.400|0.1667|5.0|1.0|openblas",
                   "tiny/stage1/conv1|Fwd|0.400|0.1667|5.0|1.0|openblas",
                   "tiny/stage1/relu|Bwd|0.100|0.0417|1.0|4.0|fused",
                   "optimiser|Update|0.050|0.0208|0.0|0.1|sgd",
                   "tiny/stage1/relu|Fwd|0.050|0.0208|2.0|6.0|fused"}));
}

TEST_F(Scripts, SlowestLayersAreTwenty) {
  std::vector<LayerRecord> layers;
  std::vector<StepStatRecord> stats;
  for (std::int64_t i = 0; i < 30; ++i) {
    layers.push_back(example::layer(i, -1, "l" + std::to_string(i), "ReLU", "ReLU", false));
    stats.push_back(
        example::stat(StepStatRecord::Scope::layer, i, "ReLU", false, Pass::Fwd, 2, 100 - i));
  }
  store_.begin_run(example::run(), layers, {});
  store_.end_run({.end = RunEnd::done, .step_stats = stats});
  const Lines rows = cells(shell("slowest_layers.sql"));
  ASSERT_EQ(rows.size(), 21u);
  EXPECT_EQ(rows.front().substr(0, 5), "Path|");
  EXPECT_EQ(rows.back().substr(0, 8), "l19|Fwd|");
}

TEST_F(Scripts, SummaryClassic) {
  record(example::stats());
  EXPECT_EQ(
      lines_of(shell("summary_classic.sql")),
      (Lines{"Module\tDir\tSumTime\tAvgTime", example::conv_module + "\tBwd\t2.800000\t0.700000",
             example::conv_module + "\tFwd\t1.600000\t0.400000",
             example::relu_module + "\tBwd\t0.200000\t0.100000",
             example::relu_module + "\tFwd\t0.100000\t0.050000",
             "SGD 288 parameters\tUpdate\t0.100000\t0.050000"}));
}

TEST_F(Scripts, ClassicLogWithTheLastReadingOfEachSensor) {
  record(example::stats());
  store_.database().execute(
      "INSERT INTO telemetry (run, device, sensor, time_ns, value) VALUES "
      "(1, 'cpu', 'temperature', 14000000, 60), (1, 'cpu', 'temperature', 17000000, 61.5),"
      "(1, 'cpu', 'clock', 15700000, 2100),"  // when the first backward of conv2 begins
      "(1, 'cuda:0', 'fan', 0, 30);");        // another device's
  const std::string conv = example::conv_module;
  const std::string relu = example::relu_module;
  EXPECT_EQ(lines_of(shell("classic_log.sql")),
            (Lines{"Timestamp\tModule\tDir\tTime\tTemp\tFan\tClock\tMemClock",
                   "15.000000\t" + conv + "\tFwd\t0.300000\t60\t\t\t",
                   "15.300000\t" + relu + "\tFwd\t0.050000\t60\t\t\t",
                   "15.350000\t" + conv + "\tFwd\t0.350000\t60\t\t\t",
                   "15.700000\t" + conv + "\tBwd\t0.900000\t60\t\t2100\t",
                   "16.600000\t" + relu + "\tBwd\t0.100000\t60\t\t2100\t",
                   "16.700000\t" + conv + "\tBwd\t0.450000\t60\t\t2100\t",
                   "17.150000\tSGD 288 parameters\tUpdate\t0.050000\t61.5\t\t2100\t",
                   "18.000000\t" + conv + "\tFwd\t0.500000\t61.5\t\t2100\t",
                   "18.500000\t" + relu + "\tFwd\t0.050000\t61.5\t\t2100\t",
                   "18.550000\t" + conv + "\tFwd\t0.450000\t61.5\t\t2100\t",
                   "19.000000\t" + conv + "\tBwd\t0.900000\t61.5\t\t2100\t",
                   "19.900000\t" + relu + "\tBwd\t0.100000\t61.5\t\t2100\t",
                   "20.000000\t" + conv + "\tBwd\t0.550000\t61.5\t\t2100\t",
                   "20.550000\tSGD 288 parameters\tUpdate\t0.050000\t61.5\t\t2100\t"}));
}

TEST_F(Scripts, RooflineMostToBeWonFirst) {
  record(example::stats());
  store_.database().execute(
      "UPDATE layer_pass SET roof_ns = 100000, roof_binds = 'compute', "
      "flops_without_padding = 1000000 WHERE layer = 4 AND pass = 'BwdWeights';"
      "UPDATE layer_pass SET roof_ns = 390000, roof_binds = 'memory', "
      "algorithm = 'openblas-winograd' WHERE layer = 4 AND pass = 'BwdData'");
  const Lines rows = cells(shell("roofline.sql"));
  EXPECT_EQ(rows.at(0), "Path|Pass|Ms|GFLOP/s|GB/s|Intensity|Binds|Roof|Share|Gain|Less|Algorithm");
  ASSERT_EQ(rows.size(), 9u);
  EXPECT_NE(std::find(rows.begin(), rows.end(),
                      "tiny/conv2|BwdWeights|0.500|4.0|0.8|2.50|compute|0.100|0.200|0.400||"
                      "openblas"),
            rows.end());
  EXPECT_EQ(rows.back(),
            "tiny/conv2|BwdData|0.400|5.0|1.0|0.00|memory|0.390|0.975|0.010|*|"
            "openblas-winograd");
}

// Twice the threads: conv2's data pass has twice the roof and takes half as long; its weight pass
// has too and takes as long as before.
TEST_F(Scripts, ScalingMostLostFirst) {
  EXPECT_EQ(shell("scaling.sql"), "") << "no run";
  record(example::stats());
  EXPECT_EQ(shell("scaling.sql"), "") << "one run";
  record(example::stats());
  store_.database().execute(
      "UPDATE run SET threads = 1 WHERE id = 1; UPDATE run SET threads = 2 WHERE id = 2;"
      "UPDATE layer_pass SET roof_ns = 100000 * (3 - run) WHERE layer = 4;"
      "UPDATE step_stat SET sum_ns = sum_ns / 2 WHERE run = 2 AND layer = 4 AND pass = 'BwdData'");
  const Lines rows = cells(shell("scaling.sql"));
  EXPECT_EQ(rows.at(0), "Path|Pass|FewMs|ManyMs|Scaling|Allowed|Share");
  ASSERT_EQ(rows.size(), 10u);
  EXPECT_EQ(rows[1].substr(0, 2), "||") << "the whole first";
  EXPECT_EQ(rows[2], "tiny/conv2|BwdWeights|0.500|0.500|1.000|2.000|0.500");
  EXPECT_NE(std::find(rows.begin(), rows.end(), "tiny/conv2|BwdData|0.400|0.200|2.000|2.000|1.000"),
            rows.end());
}

TEST_F(Scripts, MinutesWithTheirSensors) {
  record(example::stats());
  store_.database().execute(
      "UPDATE iteration SET start_ns = start_ns + 60000000000, flags = 'steal' WHERE number = 2;"
      "INSERT INTO telemetry (run, device, sensor, time_ns, value) VALUES "
      "(1, 'cpu', 'clock', 11000000, 2000), (1, 'cpu', 'clock', 60011000000, 1000),"
      "(1, 'package-0', 'energy', 10000000, 5), (1, 'package-0', 'energy', 20000000, 6.5)");
  EXPECT_EQ(cells(shell("minutes.sql")),
            (Lines{"Minute|Iterations|Images/s|OfFirst|Flagged|Clock|Temp|Watts",
                   "1|1|4000.00|1.000|0|2000||150.0", "2|1|3200.00|0.800|1|1000||"}));
}

TEST_F(Scripts, TelemetryOfTheMeasuredTime) {
  record(example::stats());
  store_.database().execute(
      "INSERT INTO telemetry (run, device, sensor, time_ns, value) VALUES "
      "(1, 'cpu', 'clock', 0, 9999), (1, 'cpu', 'clock', 12000000, 2000),"  // the first: warm-up
      "(1, 'cpu', 'clock', 16000000, 3000),"
      "(1, 'package-0', 'energy', 10000000, 5), (1, 'package-0', 'energy', 20000000, 6.5)");
  EXPECT_EQ(cells(shell("telemetry.sql")),
            (Lines{"Device|Sensor|Readings|First|Last|Least|Mean|Most|PerSecond",
                   "cpu|clock|2|2000.0|3000.0|2000.0|2500.0|3000.0|250000.0",
                   "package-0|energy|2|5.0|6.5|5.0|5.75|6.5|150.0"}));
}

TEST_F(Scripts, ByKind) {
  record(example::stats());
  EXPECT_EQ(cells(shell("by_kind.sql")),
            (Lines{"Kind|Layers|FwdMs|BwdMs|UpdateMs|TotalMs|Share|GFLOP/s",
                   "Conv|2|0.800|1.400|0.000|2.200|0.9167|4.5",
                   "ReLU|1|0.050|0.100|0.000|0.150|0.0625|1.3",
                   "Optimiser|1|0.000|0.000|0.050|0.050|0.0208|0.0"}));
}

TEST_F(Scripts, ForwardBackward) {
  record(example::stats());
  EXPECT_EQ(
      cells(shell("forward_backward.sql")),
      (Lines{"Dir|MsPerIteration|Share|TimesFwd|GFLOP|GFLOP/s", "Fwd|0.850|0.3542|1.000|0.004|4.8",
             "Bwd|0.100|0.0417|0.118|0.000|1.0", "BwdData|0.400|0.1667|0.471|0.002|5.0",
             "BwdWeights|1.000|0.4167|1.176|0.004|4.0", "Update|0.050|0.0208|0.059|0.000|0.0"}));
}

TEST_F(Scripts, Stages) {
  record(example::stats());
  EXPECT_EQ(cells(shell("stages.sql")), (Lines{"Stage|Layers|FwdMs|BwdMs|UpdateMs|TotalMs|Share",
                                               "stage1|2|0.450|0.600|0.000|1.050|0.4375",
                                               "conv2|1|0.400|0.900|0.000|1.300|0.5417",
                                               "optimiser|1|0.000|0.000|0.050|0.050|0.0208"}));
}

TEST_F(Scripts, Tree) {
  record(example::stats());
  EXPECT_EQ(cells(shell("tree.sql")),
            (Lines{"Layer|Kind|FwdMs|BwdMs|UpdateMs|TotalMs|Share",
                   "tiny|Sequential|0.850|1.500|0.000|2.350|0.9792",
                   "  stage1|Sequential|0.450|0.600|0.000|1.050|0.4375",
                   "    conv1|Conv|0.400|0.500|0.000|0.900|0.3750",
                   "    relu|ReLU|0.050|0.100|0.000|0.150|0.0625",
                   "  conv2|Conv|0.400|0.900|0.000|1.300|0.5417",
                   "optimiser|Optimiser|0.000|0.000|0.050|0.050|0.0208"}));
}

// Batch 8 in 2.0 and 2.5 ms: 16 images in 4.5 ms; speeds 4000 and 3200, their mean and median
// 3600, their standard deviation and each one's distance 400.
TEST_F(Scripts, ThroughputOfAllRunsOrOne) {
  record(example::stats());
  record_empty_run();
  const std::string header =
      "Run|Model|Variant|Mode|Batch|Precision|Device|Iterations|Images/s|PlusMinus|Jitter|Ended";
  const std::string first = "1|tiny|v1.5|train|8|fp32|cpu|2|3555.56|282.84|593.04|done";
  const std::string second = "2|tiny|v1.5|train|8|fp32|cpu|0||||unfinished";
  EXPECT_EQ(cells(shell("throughput.sql")), (Lines{header, first, second}));
  EXPECT_EQ(cells(shell("throughput.sql", "-cmd '.parameter set :run 1'")), (Lines{header, first}));
}

// The library's choice took 3 ms where the best took 2; where it is the best it costs nothing.
TEST_F(Scripts, Regret) {
  const auto measured = [](const char* problem, const char* algorithm, double ns, bool library,
                           bool chosen) {
    return ConvMeasurement{.machine = "m",
                           .problem = problem,
                           .algorithm = algorithm,
                           .ns = ns,
                           .library_choice = library,
                           .chosen = chosen};
  };
  save_conv_measurements(
      store_.database(),
      {measured("a", "direct", 1e6, true, true), measured("a", "winograd", 4e6, false, false),
       measured("b", "direct", 3e6, true, false), measured("b", "winograd", 2e6, false, true)});
  EXPECT_EQ(cells(shell("regret.sql")),
            (Lines{"Problem|Pass|Library|LibraryMs|Best|BestMs|Regret|Machine",
                   "b|Fwd|direct|3.0|winograd|2.0|0.5|m", "a|Fwd|direct|1.0|direct|1.0|0.0|m"}));
}

TEST_F(Scripts, Reconcile) {
  record(example::stats());
  record_empty_run();
  EXPECT_EQ(
      cells(shell("reconcile.sql")),
      (Lines{"Run|Model|Mode|Batch|PlainMs|LayeredMs|MarksMs|LeavesMs|UnattributedMs|"
             "LayeredOverPlain",
             "1|tiny|train|8|2.250|2.450|2.400|2.400|+0.050|1.0889", "2|tiny|train|8||||||"}));
}

TEST_F(Scripts, Alone) {
  EXPECT_EQ(shell("alone.sql"), "");
  for (const char* uid : {"older", "newer"}) {
    const std::int64_t id = begin_alone(store_.database(), example::alone(uid));
    AlonePassRecord unknown = example::alone_pass(id, Pass::BwdWeights);
    unknown.network_ns.reset();
    add_alone_leaf(store_.database(), {example::alone_pass(id, Pass::Fwd), unknown},
                   {example::alone_time(id, Pass::Fwd, "hot", 250'000),
                    example::alone_time(id, Pass::Fwd, "weights cold", 300'000),
                    example::alone_time(id, Pass::Fwd, "cold", 500'000),
                    example::alone_time(id, Pass::BwdWeights, "hot", 100'000)});
  }
  const Lines rows = {
      "Path|Pass|Layers|Network|Hot|Weights|Cold|InNetwork|Caches|Lost",
      "tiny/conv1|Fwd|2|0.500|0.250|0.300|0.500|2.00|2.00|0.500",
      "tiny/conv1|BwdWeights|2||0.100|||||",
  };
  EXPECT_EQ(cells(shell("alone.sql")), rows);
  EXPECT_EQ(cells(shell("alone.sql", "-cmd '.parameter set :alone 1'")), rows);
}

TEST_F(Scripts, ImportSummary) {
  record(example::stats());
  write_summary(store_.database(), 1, folder_ / "summary.tsv");
  const std::string table = sqlite3_shell(":memory:", "import_summary.sql", "", folder_.path());
  EXPECT_EQ(cells(table), (Lines{"Kind|Dir|Modules|Ms|Share", "Conv|BwdWeights|1|2.000|0.4167",
                                 "Conv|Fwd|1|1.600|0.3333", "Conv|BwdData|1|0.800|0.1667",
                                 "ReLU|Bwd|1|0.200|0.0417", "ReLU|Fwd|1|0.100|0.0208",
                                 "SGD|Update|1|0.100|0.0208"}));
}

TEST_F(Scripts, ARunWithoutLayeredIterationsIsNoError) {
  record_empty_run();
  for (const char* script :
       {"layers.sql", "slowest_layers.sql", "summary_classic.sql", "classic_log.sql", "by_kind.sql",
        "forward_backward.sql", "stages.sql", "tree.sql"}) {
    EXPECT_EQ(shell(script), "") << script;
  }
}

TEST_F(Scripts, TakeTheNewestRunOrTheOneAskedFor) {
  record(example::stats());
  record({example::stat(StepStatRecord::Scope::module, {}, "ReLU", false, Pass::Fwd, 2, 1'000'000),
          example::stat(StepStatRecord::Scope::layer, 3, "ReLU", false, Pass::Fwd, 2, 1'000'000)});
  const Lines newest = {"Module\tDir\tSumTime\tAvgTime", "ReLU\tFwd\t1.000000\t0.500000"};
  EXPECT_EQ(lines_of(shell("summary_classic.sql")), newest);
  EXPECT_EQ(lines_of(shell("summary_classic.sql", "-cmd '.parameter set :run 1'")).size(), 6u);
  EXPECT_EQ(cells(shell("by_kind.sql")).size(), 2u);
  EXPECT_EQ(cells(shell("by_kind.sql", "-cmd '.parameter set :run 1'")).size(), 4u);
}

/// What a header comment promises: question, command, columns. And dot-commands in the head only,
/// where embedding looks for them.
TEST(ScriptFiles, SayWhatTheyAnswerAndKeepDotCommandsInTheHead) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SQL_FOLDER)) {
    const std::string name = entry.path().filename().string();
    if (name == "schema.sql") continue;
    ++count;
    const std::string text = read_file(entry.path());
    EXPECT_NE(text.find("sql/" + name), std::string::npos) << name << " does not say how to run it";
    EXPECT_NE(text.find('?'), std::string::npos) << name << " does not say what it answers";
    bool head = true;
    for (const std::string& line : lines_of(text)) {
      const bool dot = line.rfind('.', 0) == 0;
      if (!line.empty() && !dot && line.rfind("--", 0) != 0) head = false;
      EXPECT_FALSE(dot && !head) << name << ": " << line;
    }
    EXPECT_FALSE(std::regex_search(text, std::regex("module\\s+(not\\s+)?like", std::regex::icase)))
        << name << " filters by a name pattern";
  }
  EXPECT_GE(count, 13);
}

}  // namespace
}  // namespace resnet_bench
