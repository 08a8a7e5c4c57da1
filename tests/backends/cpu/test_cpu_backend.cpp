#include "resnet_bench/error.hpp"

#include "backends/cpu/cpu_backend.hpp"
#include "device_tensor.hpp"

#include <cstdlib>
#include <numeric>

namespace resnet_bench::test {
namespace {

Values counted(const Shape& shape) {
  Values values(static_cast<std::size_t>(shape.elements()));
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

class CpuBackendTest : public testing::TestWithParam<int> {
 protected:
  std::unique_ptr<Backend> backend = make_cpu_backend({.threads = GetParam(), .conv = "openblas"});
};

TEST_P(CpuBackendTest, ActivationsAreKeptWithChannelsFastest) {
  const Shape shape{2, 3, 4, 5};
  const LayoutId layout = backend->input_layout();
  EXPECT_EQ(backend->layout_name(layout), "nhwc");
  const DeviceTensor tensor(*backend, shape, layout, counted(shape));
  EXPECT_EQ(tensor.values(), counted(shape));
  EXPECT_EQ(tensor.tensor().as<float>()[1], 20) << "the next channel of the same pixel";
  EXPECT_EQ(tensor.tensor().as<float>()[3], 1) << "the next pixel";
}

TEST_P(CpuBackendTest, ConvolutionWeightsAreKeptAsAMatrixOfOutputs) {
  const auto op = backend->make_conv({.x = {1, 3, 8, 8}, .out_channels = 4, .kernel = 3});
  const Shape shape{4, 3, 3, 3};
  EXPECT_EQ(backend->layout_name(op->weight_layout(Pass::Fwd)), "hwio");
  const DeviceTensor tensor(*backend, shape, op->weight_layout(Pass::Fwd), counted(shape));
  EXPECT_EQ(tensor.values(), counted(shape));
  EXPECT_EQ(tensor.tensor().as<float>()[1], 27) << "the next output channel";
  EXPECT_EQ(tensor.tensor().as<float>()[4], 9) << "the next input channel";
}

TEST_P(CpuBackendTest, ReorderThereAndBack) {
  const Shape shape{2, 17, 3, 5};
  const LayoutId nhwc = backend->input_layout();
  const DeviceTensor plain(*backend, shape, LayoutId::plain, counted(shape));
  const DeviceTensor reordered(*backend, shape, nhwc);
  const DeviceTensor back(*backend, shape, LayoutId::plain);
  backend->make_reorder(shape, LayoutId::plain, nhwc)
      ->forward({.x = plain.tensor(), .y = reordered.tensor()});
  EXPECT_EQ(reordered.values(), counted(shape));
  backend->make_reorder(shape, nhwc, LayoutId::plain)
      ->forward({.x = reordered.tensor(), .y = back.tensor()});
  EXPECT_EQ(back.bits(), plain.bits());
}

TEST_P(CpuBackendTest, UnknownLayoutIsALogicError) {
  EXPECT_THROW(backend->layout_name(LayoutId{77}), std::logic_error);
  EXPECT_THROW(backend->bytes({1, 2, 3, 4}, DataType::f32, LayoutId{77}), std::logic_error);
  EXPECT_THROW(backend->bytes({1, 2}, DataType::f32, backend->input_layout()), std::logic_error);
}

TEST_P(CpuBackendTest, MemoryIsZeroAndAligned) {
  const auto memory = backend->allocate(5'000'001);
  ASSERT_EQ(memory->bytes(), 5'000'001);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory->data()) % 64, 0U);
  const auto* bytes = static_cast<const char*>(memory->data());
  EXPECT_EQ(std::count(bytes, bytes + memory->bytes(), 0), memory->bytes());
  EXPECT_TRUE(memory->pages().rfind("2 MiB pages", 0) == 0 ||
              memory->pages().rfind("4 KiB pages: ", 0) == 0)
      << memory->pages();
}

TEST_P(CpuBackendTest, MemoryThatTheSystemRefusesIsARefusal) {
  try {
    backend->allocate(std::int64_t{1} << 60);
    FAIL() << "allocated";
  } catch (const Refusal& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("MiB of memory"), std::string::npos);
  }
}

TEST_P(CpuBackendTest, MarksNeverGoBack) {
  const auto marker = backend->make_marker(3);
  for (int round = 0; round < 2; ++round) {
    marker->reset();
    for (int i = 0; i < 3; ++i) marker->mark();
    const auto times = marker->times();
    ASSERT_EQ(times.size(), 3U);
    EXPECT_LE(times[0], times[1]);
    EXPECT_LE(times[1], times[2]);
  }
}

TEST_P(CpuBackendTest, DescribesItself) {
  const DeviceDescription device = backend->describe();
  EXPECT_EQ(device.kind, "cpu");
  EXPECT_EQ(device.threads, GetParam());
  EXPECT_FALSE(device.model.empty());
  for (const char* library : {"OpenBLAS", "Highway", "OpenMP"}) {
    EXPECT_FALSE(device.libraries.at(library).empty()) << library;
  }
  EXPECT_GT(backend->available_memory(), 0);
}

INSTANTIATE_TEST_SUITE_P(Threads, CpuBackendTest, testing::Values(1, 2, 5));

/// OpenBLAS falls back to SSE3 on a processor that it does not know.
TEST(CpuBackend, OpenBlasUsesTheVectorsOfTheProcessor) {
  const std::string blas = make_cpu_backend({.threads = 1})->describe().libraries.at("OpenBLAS");
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && std::getenv("OPENBLAS_CORETYPE") == nullptr) {
    EXPECT_EQ(blas.find("Prescott"), std::string::npos) << blas;
  }
#endif
}

std::string refusal_of(const CpuBackendOptions& options) {
  try {
    make_cpu_backend(options);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(CpuBackend, LayoutsAreRefusedWithThoseAllowed) {
  EXPECT_EQ(refusal_of({.layout = "nchw"}),
            "--layout nchw: the cpu backend allows auto, nhwc and blocked");
  EXPECT_EQ(refusal_of({.layout = "nhwc", .conv = "openblas"}), "");
  const bool has_blocks = forced_layouts().size() > 1;
  EXPECT_EQ(
      refusal_of({.layout = "blocked", .conv = "openblas"}),
      has_blocks
          ? "--conv openblas computes in nhwc alone; --layout allows auto, nhwc"
          : "--layout blocked needs oneDNN on a processor where it computes so; auto and nhwc "
            "are allowed");
}

TEST(CpuBackend, NoThreadsIsARefusal) { EXPECT_THROW(make_cpu_backend({.threads = 0}), Refusal); }

}  // namespace
}  // namespace resnet_bench::test
