#include "backends/cuda/double/device_memory.hpp"
#include "backends/cuda/double/fixture.hpp"

#include <gtest/gtest.h>

#include <cuda_runtime_api.h>
#include <vector>

/// That the double sees what the real runtime bears in silence.
namespace cuda_double {
namespace {

class Runtime : public OnTheDouble {
 protected:
  Runtime() {
    cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
    cudaMalloc(&data_, bytes);
    cudaMallocHost(reinterpret_cast<void**>(&pinned_), bytes);
  }
  ~Runtime() override {}

  void TearDown() override {
    cudaFreeHost(pinned_);
    cudaFree(data_);
    cudaStreamDestroy(stream_);
    OnTheDouble::TearDown();
  }

  static void expect_complaint(const std::string& part) {
    const std::vector<std::string> complaints = take_complaints();
    ASSERT_EQ(complaints.size(), 1U) << part;
    EXPECT_NE(complaints[0].find(part), std::string::npos) << complaints[0];
  }

  static constexpr std::size_t bytes = 64;
  cudaStream_t stream_ = nullptr;
  void* data_ = nullptr;
  unsigned char* pinned_ = nullptr;
};

TEST_F(Runtime, WorkIsDoneWhenSomethingWaitsForIt) {
  cudaMemsetAsync(data_, 7, bytes, stream_);
  cudaMemcpyAsync(pinned_, data_, bytes, cudaMemcpyDeviceToHost, stream_);
  EXPECT_EQ(pinned_[0], 0xff);
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(pinned_[bytes - 1], 7);
}

/// The NULL stream does not wait for one that is made non-blocking.
TEST_F(Runtime, SynchronousCopiesDoNotWaitForTheStream) {
  cudaMemsetAsync(data_, 7, bytes, stream_);
  cudaMemcpy(pinned_, data_, bytes, cudaMemcpyDeviceToHost);
  EXPECT_EQ(pinned_[0], 0xff);
}

TEST_F(Runtime, FreshMemoryIsNotZero) {
  unsigned char host[bytes] = {};
  cudaMemcpy(host, data_, bytes, cudaMemcpyDeviceToHost);
  EXPECT_EQ(host[0], 0xff);
}

TEST_F(Runtime, PageableCopiesAreCountedAsWaiting) {
  std::vector<unsigned char> pageable(bytes);
  const std::int64_t before = synchronisations();
  cudaMemcpyAsync(pinned_, data_, bytes, cudaMemcpyDeviceToHost, stream_);
  EXPECT_EQ(synchronisations(), before);
  cudaMemcpyAsync(pageable.data(), data_, bytes, cudaMemcpyDeviceToHost, stream_);
  EXPECT_EQ(synchronisations(), before + 1);
  cudaStreamSynchronize(stream_);
}

TEST_F(Runtime, SizesAndPlacesAreChecked) {
  cudaMemsetAsync(data_, 0, bytes + 1, stream_);
  expect_complaint("65 bytes, of which the memory has 64");
  cudaMemcpyAsync(pinned_, data_, bytes, cudaMemcpyHostToDevice, stream_);
  expect_complaint("target: is not device memory");
  void* freed = nullptr;
  cudaMalloc(&freed, bytes);
  cudaFree(freed);
  cudaMemsetAsync(freed, 0, bytes, stream_);
  expect_complaint("has been freed");
  cudaFree(freed);
  expect_complaint("cudaFree: not the beginning of live device memory");
}

TEST_F(Runtime, TheHostCannotLookIntoDeviceMemory) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(static_cast<void>(*static_cast<volatile char*>(data_)),
               "the host looked into device memory");
}

TEST_F(Runtime, MoreThanTheDeviceHasIsRefused) {
  set_device_capacity(device_bytes_used() + 256);
  void* first = nullptr;
  void* second = nullptr;
  EXPECT_EQ(cudaMalloc(&first, 256), cudaSuccess);
  EXPECT_EQ(cudaMalloc(&second, 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  cudaFree(first);
}

TEST_F(Runtime, EventsHaveNoTimeBeforeTheDeviceComesToThem) {
  cudaEvent_t begin = nullptr;
  cudaEvent_t end = nullptr;
  cudaEventCreateWithFlags(&begin, cudaEventDefault);
  cudaEventCreateWithFlags(&end, cudaEventDefault);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  expect_complaint("never recorded");
  cudaEventRecordWithFlags(begin, stream_, cudaEventRecordDefault);
  cudaMemsetAsync(data_, 0, bytes, stream_);
  cudaEventRecordWithFlags(end, stream_, cudaEventRecordDefault);
  EXPECT_EQ(cudaEventQuery(begin), cudaSuccess);  // asking gets one piece of work done
  EXPECT_EQ(cudaEventQuery(end), cudaErrorNotReady);
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaErrorNotReady);
  expect_complaint("before the device has come to the event");
  cudaEventSynchronize(end);
  EXPECT_EQ(cudaEventElapsedTime(&ms, begin, end), cudaSuccess);
  EXPECT_FLOAT_EQ(ms, 0.004F);  // two pieces of work
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}

TEST_F(Runtime, AGraphDoesItsWorkAtEachLaunch) {
  cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
  cudaMemsetAsync(data_, 5, bytes, stream_);
  cudaMemcpyAsync(pinned_, data_, bytes, cudaMemcpyDeviceToHost, stream_);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream_, &graph);
  cudaGraphExec_t exec = nullptr;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  cudaStreamSynchronize(stream_);
  EXPECT_EQ(pinned_[0], 0xff);
  for (int i = 0; i < 2; ++i) {
    pinned_[0] = 1;
    cudaGraphLaunch(exec, stream_);
    cudaStreamSynchronize(stream_);
    EXPECT_EQ(pinned_[0], 5);
  }
  cudaGraphExecDestroy(exec);
}

TEST_F(Runtime, WhatIsNotAllowedSpoilsACapture) {
  const auto captured = [&](auto call) {
    cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
    call();
    cudaGraph_t graph = nullptr;
    return cudaStreamEndCapture(stream_, &graph);
  };
  void* more = nullptr;
  EXPECT_EQ(captured([&] { cudaMalloc(&more, 1); }), cudaErrorStreamCaptureInvalidated);
  expect_complaint("cudaMalloc: while a stream is captured");
  EXPECT_EQ(captured([&] { cudaStreamSynchronize(stream_); }), cudaErrorStreamCaptureInvalidated);
  expect_complaint("cudaStreamSynchronize: while a stream is captured");
  unsigned char pageable = 0;
  EXPECT_EQ(
      captured([&] { cudaMemcpyAsync(&pageable, data_, 1, cudaMemcpyDeviceToHost, stream_); }),
      cudaErrorStreamCaptureInvalidated);
  expect_complaint("pageable memory: while a stream is captured");
}

TEST_F(Runtime, EventsOfAGraphAreExternal) {
  cudaEvent_t event = nullptr;
  cudaEventCreateWithFlags(&event, cudaEventDefault);
  cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal);
  cudaEventRecordWithFlags(event, stream_, cudaEventRecordDefault);
  expect_complaint("without cudaEventRecordExternal");
  cudaEventRecordWithFlags(event, stream_, cudaEventRecordExternal);
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream_, &graph);
  std::size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  EXPECT_EQ(nodes, 1U);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
}

TEST_F(Runtime, TheNullStreamIsRefused) {
  EXPECT_EQ(cudaMemsetAsync(data_, 0, bytes, nullptr), cudaErrorInvalidResourceHandle);
  expect_complaint("on the NULL stream");
}

TEST_F(Runtime, WhatLivesIsCounted) {
  EXPECT_EQ(alive(), (std::map<std::string, std::int64_t>{
                         {"device memory", 1}, {"pinned memory", 1}, {"stream", 1}}));
  cudaEvent_t event = nullptr;
  cudaEventCreateWithFlags(&event, cudaEventDefault);
  EXPECT_EQ(alive().at("event"), 1);
  cudaEventDestroy(event);
  cudaEventDestroy(event);
  expect_complaint("cudaEventDestroy: the event has been destroyed");
}

TEST_F(Runtime, TheNthCallFailsInEachWay) {
  const std::int64_t before = possible_failures();
  cudaStreamSynchronize(stream_);
  ASSERT_EQ(possible_failures() - before, 2);  // two errors, one call
  fail(1);
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorLaunchFailure);
  EXPECT_EQ(failed(), "cudaStreamSynchronize: " + std::to_string(cudaErrorLaunchFailure));
  EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
}

}  // namespace
}  // namespace cuda_double
