// What is planted into one op's output is found, and the layer named.
#include "resnet_bench/error.hpp"

#include "benchmark/runner.hpp"
#include "plan/fuse.hpp"
#include "support/networks.hpp"
#include "support/recording_sink.hpp"
#include "support/spoilt_backend.hpp"
#include "verify/verifier.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace resnet_bench {
namespace {

using Spoil = test::SpoiltBackend::Spoil;

NetworkOptions options(bool training = true) {
  return test::small("net", "v1.5", training, Fusion::none);
}

/// Spoils outputs of one op and role with one shape, by `change`.
Spoil spoil(const std::string& op, const std::string& role, const Shape& shape,
            const std::function<void(float* values, const Shape&)>& change) {
  return [=](const std::string& of_op, const std::string& of_role, const Tensor& tensor) {
    if (of_op == op && of_role == role && tensor.shape == shape) {
      change(tensor.as<float>(), tensor.shape);
    }
  };
}

/// Channels 1 and 2, 4x4 pixels of the last image.
void spoil_tile(float* values, const Shape& s) {
  for (std::int64_t c = 1; c < 3; ++c) {
    for (std::int64_t h = 4; h < 8; ++h) {
      for (std::int64_t w = 4; w < 8; ++w) {
        values[((s.n() - 1) * s.c() + c) * s.h() * s.w() + h * s.w() + w] = 0;
      }
    }
  }
}

/// The last image is that before it.
void repeat_image(float* values, const Shape& s) {
  const std::int64_t image = s.elements() / s.n();
  std::copy(values + (s.n() - 2) * image, values + (s.n() - 1) * image,
            values + (s.n() - 1) * image);
}

void swap_channels(float* values, const Shape& s) {
  const std::int64_t pixels = s.h() * s.w();
  std::swap_ranges(values, values + pixels, values + pixels);
}

void nudge_one(float* values, const Shape& s) { values[s.elements() / 2] += 0.01F; }

void make_one_nan(float* values, const Shape& s) {
  values[s.elements() - 1] = std::numeric_limits<float>::quiet_NaN();
}

/// What verifying every_layer says; empty: all is right.
std::string reason(const Spoil& change, Fusion fusion = Fusion::none, bool training = true) {
  test::SpoiltBackend backend(change);
  auto tree = test::every_layer(7);
  fuse(*tree, fusion);
  test::Prepared net(backend, options(training), std::move(tree), {.init = BatchNormInit::random});
  const auto records = verify_network(net.session, net.network);
  EXPECT_EQ(records->wrong > 0, !records->reason.empty());
  return records->reason;
}

// Shapes that only one layer of the net has.
const Shape of_conv1{2, 3, 17, 17};     // net/block1/F/conv1's output
const Shape conv2_input = of_conv1;     // and what net/block1/F/conv2 has the gradient of
const Shape stem_weight{4, 3, 3, 3};    // net/conv
const Shape stem_output{2, 4, 33, 33};  // net/conv, net/bn, net/relu
const Shape pool_output{2, 4, 17, 17};  // net/maxpool

TEST(Planted, NothingIsNothing) {
  EXPECT_EQ(reason([](const std::string&, const std::string&, const Tensor&) {}), "");
}

TEST(Planted, OneWrongTileOfAConvolution) {
  const std::string said = reason(spoil("conv", "y", of_conv1, spoil_tile));
  EXPECT_EQ(said.rfind("net/block1/F/conv1 Fwd (naive) computes wrong: y is off by ", 0), 0U)
      << said;
  EXPECT_NE(said.find("first at index 1 of its first axis"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

TEST(Planted, OneWrongTileOfADataGradient) {
  const std::string said = reason(spoil("conv", "dx", conv2_input, spoil_tile));
  EXPECT_EQ(said.rfind("net/block1/F/conv2 BwdData (naive) computes wrong: dx", 0), 0U) << said;
}

TEST(Planted, OneWrongLastImage) {
  const std::string said = reason(spoil("conv", "y", of_conv1, repeat_image));
  EXPECT_EQ(said.rfind("net/block1/F/conv1 Fwd", 0), 0U) << said;
}

TEST(Planted, OneWrongWeightGradient) {
  const std::string said = reason(spoil("conv", "dweight", stem_weight, nudge_one));
  EXPECT_EQ(said.rfind("net/conv BwdWeights (naive) computes wrong: dweight", 0), 0U) << said;
}

TEST(Planted, TwoChannelsInEachOthersPlace) {
  const std::string said = reason(spoil("conv", "y", of_conv1, swap_channels));
  EXPECT_EQ(said.rfind("net/block1/F/conv1 Fwd", 0), 0U) << said;
}

TEST(Planted, ATileBehindAFusedReLU) {
  for (const auto& change : {spoil_tile, repeat_image}) {
    const std::string said = reason(spoil("conv", "y", of_conv1, change), Fusion::fold, false);
    EXPECT_EQ(said.rfind("net/block1/F/conv1 Fwd", 0), 0U) << said;
  }
  // The same wrong number in a convolution and in its negated twin cancels between them.
  const auto add = [](float* values, const Shape& s) { values[s.elements() - 3] += 0.5F; };
  const std::string said = reason(spoil("conv", "y", of_conv1, add), Fusion::fold, false);
  EXPECT_EQ(said.rfind("net/block1/F/conv1 Fwd", 0), 0U) << said;
}

TEST(Planted, WhatIsNotANumber) {
  for (const auto& [op, role, shape, path] :
       {std::tuple("conv", "y", of_conv1, "net/block1/F/conv1 Fwd"),
        std::tuple("conv", "dweight", stem_weight, "net/conv BwdWeights"),
        std::tuple("loss", "loss", Shape{1}, "net/loss Fwd"),
        std::tuple("relu", "y", stem_output, "net/relu Fwd")}) {
    const std::string said = reason(spoil(op, role, shape, make_one_nan));
    EXPECT_EQ(said.rfind(path, 0), 0U) << said;
    EXPECT_NE(said.find("off by inf"), std::string::npos) << said;
  }
}

/// Everything else that a layer writes: one value off by 0.01.
TEST(Planted, OneWrongValueOfAnyOtherOutput) {
  const Shape channels{4};
  for (const auto& [op, role, shape, path] :
       {std::tuple("batch norm", "y", stem_output, "net/bn Fwd (naive) computes wrong: y"),
        std::tuple("batch norm", "saved_mean", channels, "net/bn Fwd"),
        std::tuple("batch norm", "saved_inv_std", channels, "net/bn Fwd"),
        std::tuple("batch norm", "running_mean", channels,
                   "net/bn Fwd (naive) computes wrong: running_mean"),
        std::tuple("batch norm", "running_variance", channels,
                   "net/bn Fwd (naive) computes wrong: running_variance"),
        std::tuple("batch norm", "dx", stem_output, "net/bn Bwd (naive) computes wrong: dx"),
        std::tuple("batch norm", "dgamma", channels, "net/bn Bwd"),
        std::tuple("batch norm", "dbeta", channels, "net/bn Bwd"),
        std::tuple("relu", "y", stem_output, "net/relu Fwd"),
        std::tuple("relu", "dx", stem_output, "net/relu Bwd"),
        std::tuple("max pool", "y", pool_output, "net/maxpool Fwd"),
        std::tuple("max pool", "dx", stem_output, "net/maxpool Bwd"),
        std::tuple("add", "sum", Shape{2, 5, 9, 9}, "net/block1/add Fwd"),
        std::tuple("add", "sum", pool_output, "net/block1/fork Bwd"),
        std::tuple("average", "y", Shape{2, 5, 1, 1}, "net/avgpool Fwd"),
        std::tuple("average", "dx", Shape{2, 5, 9, 9}, "net/avgpool Bwd"),
        std::tuple("linear", "y", Shape{2, 7}, "net/fc Fwd"),
        std::tuple("linear", "dx", Shape{2, 5, 1, 1}, "net/fc BwdData"),
        std::tuple("linear", "dweight", Shape{7, 5}, "net/fc BwdWeights"),
        std::tuple("linear", "dbias", Shape{7}, "net/fc BwdWeights (naive) computes wrong: dbias"),
        std::tuple("loss", "probabilities", Shape{2, 7}, "net/loss Fwd"),
        std::tuple("loss", "loss", Shape{1}, "net/loss Fwd (naive) computes wrong: loss"),
        std::tuple("loss", "dlogits", Shape{2, 7}, "net/loss Bwd"),
        std::tuple("sgd", "value", stem_weight, "update Update"),
        std::tuple("sgd", "momentum", Shape{7}, "update Update")}) {
    const std::string said = reason(spoil(op, role, shape, nudge_one));
    EXPECT_EQ(said.rfind(path, 0), 0U) << op << ' ' << role << ": " << said;
  }
}

/// The run fails, says which layer, and keeps what it measured.
TEST(Planted, EndsTheRun) {
  test::SpoiltBackend backend(spoil("conv", "y", of_conv1, spoil_tile));
  test::Prepared net(backend, options(), test::every_layer(7));
  const auto marker = backend.make_marker(most_marks(net.plan));
  Runner runner(net.session, net.network, net.plan, *marker, {.warmup = 1, .iterations = 1});
  runner.verify_with([&] { return verify_network(net.session, net.network); });
  test::RecordingSink sink;
  SilentProgress progress;
  try {
    runner.run(sink, progress);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const RunError& error) {
    EXPECT_EQ(std::string(error.what()), sink.reason);
    EXPECT_EQ(sink.reason.rfind("net/block1/F/conv1 Fwd", 0), 0U) << sink.reason;
  }
  EXPECT_EQ(sink.end, RunEnd::failed);
  EXPECT_EQ(sink.ends, 1);
  EXPECT_EQ(sink.count(IterationKind::plain), 1);
  ASSERT_TRUE(sink.records_at_end.verification.has_value());
  EXPECT_EQ(sink.records_at_end.verification->wrong, 1);
}

TEST(Planted, ARightRunIsDoneAndVerified) {
  const auto backend = make_reference_backend({});
  test::Prepared net(*backend, options(), test::every_layer(7));
  const auto marker = backend->make_marker(most_marks(net.plan));
  Runner runner(net.session, net.network, net.plan, *marker, {.warmup = 1, .iterations = 1});
  std::int64_t iterations_before = 0;
  test::RecordingSink sink;
  runner.verify_with([&] {
    iterations_before = sink.count(IterationKind::plain);
    return verify_network(net.session, net.network);
  });
  SilentProgress progress;
  EXPECT_EQ(runner.run(sink, progress), RunEnd::done);
  EXPECT_EQ(iterations_before, 1);  // all that is measured was, and was handed over
  EXPECT_EQ(sink.records_at_end.verification->wrong, 0);
}

}  // namespace
}  // namespace resnet_bench
