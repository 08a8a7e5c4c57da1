#include "backends/cuda/graph_recording.hpp"

namespace resnet_bench::cuda {
namespace {

using Graph = Handle<cudaGraph_t, cudaGraphDestroy>;

/// The stream records from the constructor to end(), or to where an exception leaves it.
class Capture {
 public:
  explicit Capture(Device& device) : device_(device) {
    // Other threads, which read sensors, may do what capturing forbids.
    check(cudaStreamBeginCapture(device.stream(), cudaStreamCaptureModeThreadLocal),
          "cudaStreamBeginCapture");
    device.set_recording(true);
  }
  ~Capture() {
    if (!device_.is_recording()) return;
    device_.set_recording(false);
    Graph broken;
    static_cast<void>(cudaStreamEndCapture(device_.stream(), broken.out()));
    static_cast<void>(cudaGetLastError());  // that the capture was broken off is known
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  Graph end() {
    device_.set_recording(false);
    Graph graph;
    check(cudaStreamEndCapture(device_.stream(), graph.out()), "cudaStreamEndCapture");
    return graph;
  }

 private:
  Device& device_;
};

class GraphRecording final : public Recording {
 public:
  GraphRecording(const Device& device, const Graph& graph) : device_(device) {
    check(cudaGraphInstantiate(executable_.out(), graph.get(), 0), "cudaGraphInstantiate");
    // Else the first replay does it.
    check(cudaGraphUpload(executable_.get(), device.stream()), "cudaGraphUpload");
  }

  void replay() override {
    check(cudaGraphLaunch(executable_.get(), device_.stream()), "cudaGraphLaunch");
  }

 private:
  const Device& device_;
  Handle<cudaGraphExec_t, cudaGraphExecDestroy> executable_;
};

}  // namespace

std::unique_ptr<Recording> record_graph(Device& device, const std::function<void()>& work) {
  Capture capture(device);
  work();
  return std::make_unique<GraphRecording>(device, capture.end());
}

}  // namespace resnet_bench::cuda
