#include "resnet_bench/error.hpp"
#include "resnet_bench/narrow_floats.hpp"

#include "backends/cpu/conv_chooser.hpp"
#include "backends/cpu/conv_find.hpp"
#include "backends/cpu/kernels/blas_kernels.hpp"
#include "backends/cpu/layouts.hpp"
#include "device_tensor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace resnet_bench::test {
namespace {

using cpu::ConvChooser;
using cpu::ConvOperands;
using cpu::ConvPass;
using cpu::nhwc;

const NumberTypes fp32 = types_of(Precision::fp32);

/// As fast as can be, for it computes nothing.
class WrongPass final : public ConvPass {
 public:
  std::string algorithm() const override { return "wrong"; }
  LayoutId weight_layout() const override { return cpu::hwio; }
  std::int64_t scratch_bytes() const override { return 0; }
  void run(const ConvOperands&) override {}
};

/// Has one algorithm, and takes it itself. Counts what it makes.
class WrongLibrary final : public cpu::ConvLibrary {
 public:
  std::string name() const override { return "wrong"; }
  std::string version() const override { return "0"; }
  std::string why_not_bf16() const override { return ""; }
  LayoutId preferred_layout() const override { return nhwc; }
  std::vector<std::string> algorithms() override { return {"wrong"}; }
  std::unique_ptr<ConvPass> make_pass(const std::string&, Pass, const ConvDesc&, LayoutId,
                                      LayoutId) override {
    return std::make_unique<WrongPass>();
  }
  std::unique_ptr<ConvPass> make_own_choice(Pass, const ConvDesc&, LayoutId, LayoutId) override {
    return std::make_unique<WrongPass>();
  }
  std::string layout_name(LayoutId) const override { return ""; }
  std::int64_t bytes(LayoutId) const override { return 0; }
  bool gives_back(LayoutId) const override { return true; }
  LayoutId blocked_weights(const Shape&, LayoutId) override { return LayoutId::plain; }
  std::unique_ptr<cpu::TensorCopy> make_copy(const Tensor&, const Tensor&) override {
    return nullptr;
  }
};

class ConvChooserTest : public testing::Test {
 protected:
  ConvChooserTest() { cpu::prepare_blas(); }

  std::string chosen(ConvChooser& chooser, Pass pass = Pass::Fwd) {
    return chooser.choose(pass, desc, nhwc, nhwc)->algorithm();
  }
  /// The measurement of an algorithm; the test fails where there is none.
  static ConvMeasurement of(const ConvChooser& chooser, const std::string& algorithm) {
    const auto& all = chooser.measurements();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const ConvMeasurement& m) { return m.algorithm == algorithm; });
    EXPECT_NE(found, all.end()) << algorithm;
    return found == all.end() ? ConvMeasurement{} : *found;
  }

  const cpu::ThreadTeam team{2};
  WrongLibrary library;
  const ConvDesc desc{.x = {2, 8, 9, 9}, .out_channels = 8, .kernel = 3, .stride = 2, .pad = 1};
};

TEST_F(ConvChooserTest, AutoRejectsWhatComputesWrong) {
  for (const Pass pass : {Pass::Fwd, Pass::BwdData, Pass::BwdWeights}) {
    ConvChooser chooser(team, &library, fp32, "auto", true);
    EXPECT_EQ(chosen(chooser, pass), "openblas");
    const ConvMeasurement wrong = of(chooser, "wrong");
    EXPECT_FALSE(wrong.error <= 0.5);
    EXPECT_FALSE(wrong.chosen);
    EXPECT_TRUE(wrong.library_choice);
    const ConvMeasurement right = of(chooser, "openblas");
    EXPECT_LE(right.error, 1e-6);
    EXPECT_TRUE(right.chosen);
    EXPECT_GT(right.ns, 0);
    EXPECT_EQ(right.problem, "mb2_ic8ih9iw9_oc8_k3s2p1_nhwc_nhwc");
  }
}

TEST_F(ConvChooserTest, AutoMeasuresAProblemOnce) {
  ConvChooser chooser(team, &library, fp32, "auto", true);
  chosen(chooser);
  const std::int64_t ns = chooser.measuring_ns();
  EXPECT_GT(ns, 0);
  chosen(chooser);
  EXPECT_EQ(chooser.measuring_ns(), ns);
  EXPECT_EQ(chooser.measurements().size(), 2U);
}

TEST_F(ConvChooserTest, AutoTakesOverWhatWasMeasuredBefore) {
  ConvChooser first(team, &library, fp32, "auto", true);
  chosen(first);
  ConvMeasurements known = first.measurements();
  for (ConvMeasurement& m : known) m.chosen = m.algorithm == "wrong";  // as no search would
  ConvChooser second(team, &library, fp32, "auto", true);
  second.recall(known);
  EXPECT_EQ(chosen(second), "wrong");
  EXPECT_EQ(second.measuring_ns(), 0);
  EXPECT_EQ(second.measurements().size(), 2U);
  EXPECT_EQ(chosen(second, Pass::BwdData), "openblas") << "of another pass nothing is known";
}

TEST_F(ConvChooserTest, AChoiceThatThisBuildHasNotIsMeasuredAnew) {
  ConvChooser chooser(team, nullptr, fp32, "auto", true);
  chooser.recall({{.problem = "mb2_ic8ih9iw9_oc8_k3s2p1_nhwc_nhwc",
                   .algorithm = "onednn-direct",
                   .ns = 1,
                   .chosen = true}});
  EXPECT_EQ(chosen(chooser), "openblas");
}

TEST_F(ConvChooserTest, WithoutMeasuringTheLibraryChooses) {
  ConvChooser unmeasured(team, &library, fp32, "auto", false);
  EXPECT_EQ(chosen(unmeasured), "wrong");
  EXPECT_EQ(unmeasured.measuring_ns(), 0);
  ConvChooser asked(team, &library, fp32, "library", true);
  EXPECT_EQ(chosen(asked), "wrong");
  ConvChooser none(team, nullptr, fp32, "library", true);
  EXPECT_EQ(chosen(none), "openblas");
}

TEST_F(ConvChooserTest, ANameIsTakenWhereItCanBe) {
  ConvChooser chooser(team, &library, fp32, "openblas-winograd", true);
  EXPECT_EQ(chosen(chooser), "openblas") << "stride 2";
}

TEST_F(ConvChooserTest, AnUnknownNameIsRefusedWithThoseAllowed) {
  try {
    ConvChooser chooser(team, &library, fp32, "fft", true);
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_STREQ(refusal.what(),
                 "--conv fft: the cpu backend of this build allows auto, library, openblas, "
                 "openblas-winograd, wrong");
  }
}

TEST_F(ConvChooserTest, InBf16OpenBlasIsNotAllowed) {
  const NumberTypes bf16 = types_of(Precision::bf16);
  try {
    ConvChooser chooser(team, &library, bf16, "openblas", true);
    FAIL();
  } catch (const Refusal& refusal) {
    EXPECT_STREQ(refusal.what(),
                 "--conv openblas: the cpu backend of this build allows in bf16 auto, library, "
                 "wrong");
  }
}

/// Rounding results once is no fault, rounding them to two bits less is.
TEST(LargestConvError, OfBf16LiesAboveOneRounding) {
  double once = 0, coarse = 0, size = 0;
  for (const double value : fractions({64}, 1)) {
    const double rounded = static_cast<double>(BFloat16(value));
    const double grid = std::exp2(std::floor(std::log2(std::abs(value))) - 5);
    once += std::pow(rounded - value, 2);
    coarse += std::pow(std::nearbyint(value / grid) * grid - value, 2);
    size += value * value;
  }
  EXPECT_LT(std::sqrt(once / size), cpu::largest_conv_error(DataType::bf16));
  EXPECT_GT(std::sqrt(coarse / size), cpu::largest_conv_error(DataType::bf16));
  EXPECT_EQ(cpu::largest_conv_error(DataType::f32), 1e-4);
  const NumberTypes bf16 = types_of(Precision::bf16);
  EXPECT_EQ(cpu::output_type(Pass::Fwd, bf16), DataType::bf16);
  EXPECT_EQ(cpu::output_type(Pass::BwdData, bf16), DataType::bf16);
  EXPECT_EQ(cpu::output_type(Pass::BwdWeights, bf16), DataType::f32);
}

}  // namespace
}  // namespace resnet_bench::test
