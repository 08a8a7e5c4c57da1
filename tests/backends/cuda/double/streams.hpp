#pragma once

#include "backends/cuda/double/registry.hpp"

#include <cstdint>
#include <cuda_runtime_api.h>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

/// The objects behind the runtime's handles, whose tags the real headers declare.
///
/// Work given to a stream is kept, and done only when something waits for it: that the host may go
/// on before the device is done shows in every test.

struct CUevent_st {
  unsigned flags = 0;
  std::int64_t asked = 0;  ///< how often a record has been put on a stream
  std::int64_t done = 0;   ///< the last record that the device has come to
  std::int64_t time_ns = 0;
  CUstream_st* stream = nullptr;  ///< of the last record
};

struct CUgraphNode_st {
  std::string what;
  std::function<void()> run;  ///< empty for a record of an event
  cudaEvent_t event = nullptr;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  ///< in the order of one stream
};

struct CUgraphExec_st {
  std::vector<CUgraphNode_st> nodes;
  std::unordered_map<const CUgraphNode_st*, std::size_t> place;  ///< of the graph's nodes
};

struct CUstream_st {
  explicit CUstream_st(unsigned with_flags) : flags(with_flags) {}

  unsigned flags = 0;
  std::deque<CUgraphNode_st> queue;
  std::unique_ptr<CUgraph_st> capture;  ///< present while capturing
  bool capture_spoiled = false;
  cudaStreamCaptureMode capture_mode = cudaStreamCaptureModeGlobal;
};

namespace cuda_double {

Registry<CUstream_st>& streams();
Registry<CUevent_st>& events();
Registry<CUgraph_st>& graphs();
Registry<CUgraphExec_st>& graph_execs();

/// Puts work on a stream, or into the graph being captured. False, with a complaint, for the NULL
/// stream and for one that is not alive.
bool submit(cudaStream_t stream, const std::string& what, std::function<void()> run);
/// A record of an event; while capturing it becomes a node only where it is `external`.
bool submit_record(cudaStream_t stream, cudaEvent_t event, bool external);

/// Does the next piece of work of a stream; false: there is none.
bool run_one(CUstream_st& stream);
void run_all(CUstream_st& stream);
void run_all_streams();
/// Does the work of the event's stream up to its last record.
void run_until(CUevent_st& event);

/// False, with a complaint, where a stream is being captured: the call is not allowed then, and
/// spoils the capture.
bool allowed_while_capturing(const char* call);

/// Makes the error what cudaGetLastError gives, and returns it.
cudaError_t remember(cudaError_t error);

}  // namespace cuda_double
