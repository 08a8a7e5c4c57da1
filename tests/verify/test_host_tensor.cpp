#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"
#include "verify/host_tensor.hpp"

#include <gtest/gtest.h>

#include <atomic>

namespace resnet_bench::verify {
namespace {

/// 0, 1, 2, ... as far as fp32 can count.
float number(std::size_t i) { return static_cast<float>(i % (1U << 24)); }

/// A tensor on a device whose values are numbers in plain order.
class HostTensorTest : public testing::Test {
 protected:
  Tensor make(Backend& backend, const Shape& shape, LayoutId layout) {
    memory_ = backend.allocate(backend.bytes(shape, DataType::f32, layout));
    const Tensor tensor{memory_->data(), shape, DataType::f32, layout};
    std::vector<float> values(static_cast<std::size_t>(shape.elements()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = number(i);
    backend.from_plain(std::as_bytes(std::span(values)), tensor);
    return tensor;
  }

  Buffers buffers_;
  std::unique_ptr<Memory> memory_;
};

TEST_F(HostTensorTest, ReadsImagesOfAnyLayoutInPlainOrder) {
  const Shape shape{5, 16, 3, 2};
  const auto reference = make_reference_backend({.channels_last = true});
  const auto cpu = make_cpu_backend({.threads = 2});
  for (Backend* backend : {reference.get(), cpu.get()}) {
    HostTensor tensor(*backend, buffers_, make(*backend, shape, backend->activation_layout()));
    tensor.load(2, 2);
    double values[2] = {};
    tensor.read(3, 6, 2, values);
    EXPECT_EQ(values[0], 3 * 96 + 6);
    EXPECT_EQ(values[1], 3 * 96 + 7);
    EXPECT_EQ(tensor.values().back(), 479);
  }
}

TEST_F(HostTensorTest, KeepsWhatIsOverwrittenLater) {
  const auto backend = make_reference_backend({});
  const Tensor tensor = make(*backend, {2, 3}, LayoutId::plain);
  HostTensor kept(*backend, buffers_, tensor);
  kept.keep();
  tensor.as<float>()[4] = -1;
  kept.load(1, 1);
  double value = 0;
  kept.read(1, 1, 1, &value);
  EXPECT_EQ(value, 4);
}

TEST_F(HostTensorTest, EveryImageIsVisitedOnce) {
  const auto backend = make_cpu_backend({.threads = 2});
  // 6 MiB an image: more images than are loaded at a time.
  HostTensor tensor(*backend, buffers_, make(*backend, {19, 16, 316, 316}, LayoutId::plain));
  std::vector<std::atomic<int>> visits(19);
  std::vector<double> firsts(19);
  for_each_image(*backend, {&tensor, nullptr}, [&](std::int64_t image) {
    ++visits[static_cast<std::size_t>(image)];
    tensor.read(image, 0, 1, &firsts[static_cast<std::size_t>(image)]);
  });
  for (std::size_t i = 0; i < visits.size(); ++i) {
    EXPECT_EQ(visits[i], 1);
    EXPECT_EQ(firsts[i], static_cast<double>(number(i * 16 * 316 * 316)));
  }
}

TEST(BuffersTest, AreUsedAgainWhereTheyFit) {
  Buffers buffers;
  Buffers::Buffer buffer = buffers.take(1000);
  const std::byte* memory = buffer.data.get();
  buffers.give(std::move(buffer));
  EXPECT_NE(buffers.take(100).data.get(), memory);  // too small to take it
  EXPECT_EQ(buffers.take(800).data.get(), memory);
}

}  // namespace
}  // namespace resnet_bench::verify
