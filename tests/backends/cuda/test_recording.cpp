#include "resnet_bench/error.hpp"

#include "backends/cuda/cuda_backend.hpp"
#include "backends/cuda/double/fixture.hpp"
#include "backends/cuda/network_check.hpp"
#include "benchmark/runner.hpp"
#include "support/recording_sink.hpp"

#include <gtest/gtest.h>

#include <algorithm>

/// Iterations recorded as CUDA graphs, on the double.
namespace resnet_bench {
namespace {

class CudaRecording : public cuda_double::OnTheDouble {
 protected:
  static std::map<std::string, std::vector<double>> parameters(const test::Prepared& net) {
    std::map<std::string, std::vector<double>> values;
    for (const ParameterInfo& parameter : net.network.assembly().parameters()) {
      if (parameter.value != no_tensor) {
        values[parameter.path] = net.session.values(parameter.value);
      }
    }
    return values;
  }

  const NetworkOptions options_ = test::small_network({true, Fusion::bn});
};

TEST_F(CudaRecording, ReplaysDoWhatEagerIterationsDo) {
  const auto cuda = cuda::make_cuda_backend({});
  test::Prepared eager(*cuda, options_, test::small_tree(options_));
  test::Prepared replayed(*cuda, options_, test::small_tree(options_));
  for (int i = 0; i < 4; ++i) eager.session.iterate();
  replayed.session.iterate();  // the first makes what a recording uses
  const auto recording = cuda->record([&] { replayed.session.iterate(); });
  for (int i = 0; i < 3; ++i) recording->replay();
  EXPECT_EQ(parameters(replayed), parameters(eager));
  EXPECT_EQ(replayed.session.loss(), eager.session.loss());
}

TEST_F(CudaRecording, AReplayIsOneCall) {
  const auto cuda = cuda::make_cuda_backend({});
  test::Prepared net(*cuda, options_, test::small_tree(options_));
  net.session.iterate();
  const auto recording = cuda->record([&] { net.session.iterate(); });
  const auto before = cuda_double::calls();
  recording->replay();
  for (const auto& [name, count] : cuda_double::calls()) {
    const auto found = before.find(name);
    const std::int64_t earlier = found == before.end() ? 0 : found->second;
    EXPECT_EQ(count - earlier, name == "cudaGraphLaunch" ? 1 : 0) << name;
  }
}

/// A runner's rows and results are those without a recording.
TEST_F(CudaRecording, RunsGiveTheSameRows) {
  NetworkOptions options = options_;
  options.input_batches = 3;
  std::vector<std::map<std::string, std::vector<double>>> ends;
  std::vector<std::size_t> rows;
  for (const bool graph : {false, true}) {
    const auto cuda = cuda::make_cuda_backend({});
    test::Prepared net(*cuda, options, test::small_tree(options));
    const auto marker = cuda->make_marker(most_marks(net.plan));
    Runner runner(net.session, net.network, net.plan, *marker,
                  {.warmup = 2, .iterations = 4, .graph = graph});
    test::RecordingSink sink;
    SilentProgress progress;
    EXPECT_EQ(runner.run(sink, progress), RunEnd::done);
    EXPECT_EQ(sink.count(IterationKind::plain), 4);
    EXPECT_EQ(sink.count(IterationKind::layered), layer_timing ? 4 : 0);
    rows.push_back(sink.steps.size());
    // The second block's empty branch G, forward and backward, is all that takes no time.
    const auto is_empty = [](const LogStepRecord& step) { return step.duration_ns == 0; };
    EXPECT_EQ(std::count_if(sink.steps.begin(), sink.steps.end(), is_empty),
              2 * sink.count(IterationKind::layered));
    ends.push_back(parameters(net));
  }
  EXPECT_EQ(rows[0], rows[1]);
  EXPECT_EQ(ends[0], ends[1]);
}

/// Whatever fails while recording, the stream is free again and eager work goes on.
TEST_F(CudaRecording, AFaultLeavesNoCaptureOpen) {
  const auto possible = [&] {
    const auto cuda = cuda::make_cuda_backend({});
    test::Prepared net(*cuda, options_, test::small_tree(options_));
    net.session.iterate();
    const std::int64_t before = cuda_double::possible_failures();
    const auto recording = cuda->record([&] { net.session.iterate(); });
    return cuda_double::possible_failures() - before;
  }();
  ASSERT_GT(possible, 50);
  const auto cuda = cuda::make_cuda_backend({});
  test::Prepared net(*cuda, options_, test::small_tree(options_));
  net.session.iterate();
  for (std::int64_t n = 0; n < possible; ++n) {
    cuda_double::fail(n);
    EXPECT_THROW(cuda->record([&] { net.session.iterate(); }), RunError) << cuda_double::failed();
    EXPECT_NE(cuda_double::failed(), "") << n;
    cuda_double::fail(-1);
    net.session.iterate();
    net.session.loss();
    EXPECT_FALSE(cuda_double::alive().contains("graph"));
    EXPECT_FALSE(cuda_double::alive().contains("executable graph"));
    expect_no_complaints();
  }
}

}  // namespace
}  // namespace resnet_bench
