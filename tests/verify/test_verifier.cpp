// Right networks are found right, whatever computes them.
#include "backends/cpu/cpu_backend.hpp"
#include "backends/reference/reference_backend.hpp"
#include "layers/add.hpp"
#include "layers/batch_norm.hpp"
#include "layers/conv.hpp"
#include "layers/global_avg_pool.hpp"
#include "layers/linear.hpp"
#include "layers/max_pool.hpp"
#include "layers/relu.hpp"
#include "layers/shortcut_add.hpp"
#include "plan/fuse.hpp"
#include "support/mixed_layout_backend.hpp"
#include "support/networks.hpp"
#include "verify/verifier.hpp"

#include <gtest/gtest.h>

namespace resnet_bench {
namespace {

/// Every step that writes something is there, with an error below its bound; but for Reorders into
/// a layout that the library gives back to nobody.
void expect_right(test::Prepared& net, const std::string& of) {
  net.session.iterate();
  const auto records = verify_network(net.session, net.network);
  ASSERT_TRUE(records.has_value()) << of;
  EXPECT_EQ(records->wrong, 0) << of << ": " << records->reason;
  EXPECT_GT(records->ns, 0);
  std::size_t writing = 0;
  for (const Step& step : net.plan.schedule) {
    if (step.leaf->algorithm(step.pass) == "none") continue;
    const bool opaque =
        step.leaf->kind() == "Reorder" &&
        !net.network.backend().gives_back(
            net.session.tensor(step.leaf->footprint(step.pass).writes.front().tensor).layout);
    if (!opaque) ++writing;
  }
  EXPECT_EQ(records->passes.size(), writing) << of;
  for (const VerifiedPass& pass : records->passes) {
    EXPECT_LE(pass.error, pass.bound) << of << " layer " << pass.layer << to_string(pass.pass);
  }
}

/// A stem, a block that strides and projects, one that does not, with channels in whole blocks
/// of 16.
std::unique_ptr<Sequential> wide_network(Fusion fusion) {
  auto net = std::make_unique<Sequential>("net");
  net->add(std::make_unique<Conv>("conv", 16, 3, 1, 1));
  net->add(std::make_unique<BatchNorm>("bn"));
  net->add(std::make_unique<Relu>("relu"));
  net->add(std::make_unique<MaxPool>("maxpool", 3, 2, 1));
  for (const std::int64_t stride : {2, 1}) {
    auto f = std::make_unique<Sequential>("F");
    f->add(std::make_unique<Conv>("conv1", 32, 3, stride, 1));
    f->add(std::make_unique<BatchNorm>("bn1"));
    f->add(std::make_unique<Relu>("relu1"));
    f->add(std::make_unique<Conv>("conv2", 32, 3, 1, 1));
    f->add(std::make_unique<BatchNorm>("bn2"));
    auto g = std::make_unique<Sequential>("G");
    if (stride == 2) {
      g->add(std::make_unique<Conv>("conv", 32, 1, stride, 0));
      g->add(std::make_unique<BatchNorm>("bn"));
    }
    const std::string number = stride == 2 ? "1" : "2";
    net->add(std::make_unique<ShortCutAdd>("block" + number, std::move(f), std::move(g),
                                           std::make_unique<Add>("add")));
    net->add(std::make_unique<Relu>("relu" + number));
  }
  net->add(std::make_unique<GlobalAvgPool>("avgpool"));
  net->add(std::make_unique<Linear>("fc", 7));
  net->assign_paths("");
  fuse(*net, fusion);
  return net;
}

class Verifier : public testing::TestWithParam<std::tuple<bool, Fusion>> {
 protected:
  void expect_all_right(Backend& backend, const std::string& of) {
    const auto& [training, fusion] = GetParam();
    test::Prepared net(backend, test::small("net", "v1.5", training, fusion), wide_network(fusion),
                       {.init = BatchNormInit::random});
    expect_right(net, of);
  }
};

TEST_P(Verifier, FindsTheReferenceRight) {
  for (const Precision precision :
       {Precision::fp32, Precision::fp64, Precision::bf16, Precision::fp16}) {
    expect_all_right(*make_reference_backend({.precision = precision, .channels_last = true}),
                     to_string(precision));
  }
}

TEST_P(Verifier, FindsEveryAlgorithmOfTheCpuRight) {
  std::vector<std::string> algorithms = {"auto", "library"};
  for (const CpuConvAlgorithm& algorithm : cpu_conv_algorithms()) {
    if (algorithm.available) algorithms.push_back(algorithm.name);
  }
  for (const std::string& algorithm : algorithms) {
    const bool for_bf16 = algorithm.find("-f32") != std::string::npos;  // is of bf16 alone
    for (const std::string layout : {"auto", "nhwc"}) {
      expect_all_right(*make_cpu_backend({.threads = 2,
                                          .precision = for_bf16 ? Precision::bf16 : Precision::fp32,
                                          .layout = layout,
                                          .conv = algorithm,
                                          .measure = false}),
                       algorithm + " " + layout);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Networks, Verifier,
                         testing::Values(std::tuple(true, Fusion::none),
                                         std::tuple(true, Fusion::bn),
                                         std::tuple(false, Fusion::none),
                                         std::tuple(false, Fusion::bn),
                                         std::tuple(false, Fusion::fold)),
                         [](const auto& of) {
                           return std::string(std::get<0>(of.param) ? "train_" : "infer_") +
                                  to_string(std::get<1>(of.param));
                         });

TEST(VerifyNetwork, FindsEveryKindOfLayerAndReorderRight) {
  test::MixedLayoutBackend backend;
  for (const bool training : {true, false}) {
    NetworkOptions options = test::small("net", "v1.5", training, Fusion::none);
    test::Prepared net(backend, options, test::every_layer(7));
    expect_right(net, training ? "training" : "inference");
  }
}

TEST(VerifyNetwork, OfBatchesLargerThanWhatIsLoadedAtATime) {
  const auto backend = make_cpu_backend({.threads = 2});
  NetworkOptions options = test::small("net", "v1.5", true, Fusion::none);
  options.batch = 13;
  test::Prepared net(*backend, options, test::every_layer(7));
  expect_right(net, "thirteen images");
}

TEST(VerifyNetwork, StopsWhereItIsInterrupted) {
  const auto backend = make_reference_backend({});
  test::Prepared net(*backend, test::small("net", "v1.5", true, Fusion::none),
                     test::three_layers(7));
  const std::atomic<bool> interrupted = true;
  EXPECT_FALSE(verify_network(net.session, net.network, &interrupted).has_value());
  EXPECT_TRUE(verify_network(net.session, net.network).has_value());
}

}  // namespace
}  // namespace resnet_bench
