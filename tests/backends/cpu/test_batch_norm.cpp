#include "device_tensor.hpp"
#include "vector_targets.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <ostream>
#include <vector>

namespace resnet_bench::test {
namespace {

struct BatchNormCase {
  Shape x;
  bool add, relu;
  int threads;
  std::string layout = "nhwc";
  double offset = 0;  ///< added to x: a mean that large costs E[x^2] - E[x]^2 its digits
};

std::ostream& operator<<(std::ostream& out, const BatchNormCase& c) {
  return out << to_string(c.x) << (c.add ? " add" : "") << (c.relu ? " relu" : "") << " threads "
             << c.threads << ' ' << c.layout << " offset " << c.offset;
}

/// Naive batch normalisation in double, over plain order.
struct Naive {
  BatchNormDesc desc;
  Values x, gamma, beta, shortcut;

  std::size_t channels() const { return static_cast<std::size_t>(desc.x.c()); }
  std::size_t channel(std::size_t i) const {
    return i / static_cast<std::size_t>(desc.x.h() * desc.x.w()) % channels();
  }
  double rows() const { return static_cast<double>(x.size() / channels()); }

  Values mean() const {
    Values sums(channels());
    for (std::size_t i = 0; i < x.size(); ++i) sums[channel(i)] += x[i];
    for (double& sum : sums) sum /= rows();
    return sums;
  }
  Values m2(const Values& mean) const {
    Values sums(channels());
    for (std::size_t i = 0; i < x.size(); ++i) {
      sums[channel(i)] += (x[i] - mean[channel(i)]) * (x[i] - mean[channel(i)]);
    }
    return sums;
  }
  Values y(const Values& mean, const Values& inv_std) const {
    Values out(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::size_t c = channel(i);
      out[i] = gamma[c] * (x[i] - mean[c]) * inv_std[c] + beta[c];
      if (desc.add) out[i] += shortcut[i];
      if (desc.relu) out[i] = std::max(out[i], 0.0);
    }
    return out;
  }
};

Values inv_std_of(const Values& variance, double epsilon) {
  Values result;
  for (const double v : variance) result.push_back(1 / std::sqrt(v + epsilon));
  return result;
}

void expect_near(const Values& got, const Values& want, double tolerance, const char* what) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_NEAR(got[i], want[i], tolerance * (1 + std::abs(want[i]))) << what << " at " << i;
  }
}

/// Memory for what an op keeps of y's signs; none where it keeps nothing.
class Mask {
 public:
  explicit Mask(const BatchNormOp& op) : bytes_(static_cast<std::size_t>(op.mask_bytes())) {}

  Tensor tensor() {
    if (bytes_.empty()) return {};
    return {.data = bytes_.data(),
            .shape = {static_cast<std::int64_t>(bytes_.size())},
            .type = DataType::u8};
  }
  std::int64_t ones() const {
    return std::accumulate(bytes_.begin(), bytes_.end(), std::int64_t{0},
                           [](std::int64_t sum, std::uint8_t b) { return sum + std::popcount(b); });
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::int64_t positive(const Values& values) {
  return std::count_if(values.begin(), values.end(), [](double v) { return v > 0; });
}

class BatchNormTest : public testing::TestWithParam<BatchNormCase> {
 protected:
  BatchNormTest()
      : backend(make_cpu_backend({.threads = GetParam().threads, .layout = GetParam().layout})) {
    const BatchNormCase& c = GetParam();
    const Shape channels{c.x.c()};
    naive.desc = {.x = c.x, .add = c.add, .relu = c.relu};
    naive.x = fractions(c.x, 1);
    for (double& value : naive.x) value = static_cast<double>(static_cast<float>(value + c.offset));
    naive.gamma = fractions(channels, 2);
    naive.beta = fractions(channels, 3);
    naive.shortcut = fractions(c.x, 4);
    op = backend->make_batch_norm(naive.desc);
    layout = op->activation_layout();
    // y's error: x and its mean are known to 2^-24 of the offset.
    tolerance = 2e-5 + 1e-6 * std::abs(c.offset);
  }

  /// Half a gradient and half a gradient are exactly the whole, wherever the results go.
  template <class Backward>
  void backward_of_two_halves(const DeviceTensor& dx, const DeviceTensor& dshortcut,
                              const Backward& backward, const Values& dy) {
    Values half = dy;
    for (double& value : half) value /= 2;
    const DeviceTensor first(*backend, naive.desc.x, layout, half);
    const DeviceTensor second(*backend, naive.desc.x, layout, half);
    const DeviceTensor dx_again(*backend, naive.desc.x, layout);
    const DeviceTensor dshortcut_again(*backend, naive.desc.x, layout);
    backward(first.tensor(), dx_again.tensor(), dshortcut_again.tensor(), second.tensor());
    EXPECT_EQ(dx_again.bits(), dx.bits()) << "two halves";
    EXPECT_EQ(dshortcut_again.bits(), dshortcut.bits()) << "two halves";
    backward(first.tensor(), first.tensor(), second.tensor(), second.tensor());
    EXPECT_EQ(first.bits(), dx.bits()) << "dx in dy's memory, dshortcut in dy2's";
    EXPECT_EQ(second.bits(), dshortcut.bits()) << "dx in dy's memory, dshortcut in dy2's";
  }

  /// What the forward keeps.
  void make_mask(Mask& mask) {
    const Shape channels{naive.desc.x.c()};
    const DeviceTensor x(*backend, naive.desc.x, layout, naive.x);
    const DeviceTensor shortcut(*backend, naive.desc.x, layout, naive.shortcut);
    const DeviceTensor gamma(*backend, channels, LayoutId::plain, naive.gamma);
    const DeviceTensor beta(*backend, channels, LayoutId::plain, naive.beta);
    const DeviceTensor running_mean(*backend, channels, LayoutId::plain);
    const DeviceTensor running_variance(*backend, channels, LayoutId::plain);
    const DeviceTensor saved_mean(*backend, channels, LayoutId::plain);
    const DeviceTensor saved_inv_std(*backend, channels, LayoutId::plain);
    const DeviceTensor y(*backend, naive.desc.x, layout);
    const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Fwd);
    op->forward_training({.x = x.tensor(),
                          .gamma = gamma.tensor(),
                          .beta = beta.tensor(),
                          .shortcut = naive.desc.add ? shortcut.tensor() : Tensor{},
                          .running_mean = running_mean.tensor(),
                          .running_variance = running_variance.tensor(),
                          .saved_mean = saved_mean.tensor(),
                          .saved_inv_std = saved_inv_std.tensor(),
                          .y = y.tensor(),
                          .mask = mask.tensor(),
                          .scratch = scratch.tensor()});
  }

  std::unique_ptr<Backend> backend;
  Naive naive;
  std::unique_ptr<BatchNormOp> op;
  LayoutId layout{};
  double tolerance = 0;
};

TEST_P(BatchNormTest, ForwardTraining) {
  const Values mean = naive.mean();
  const Values m2 = naive.m2(mean);
  Values variance, moved_mean, moved_variance;
  const Shape channels{naive.desc.x.c()};
  const Values running_mean = fractions(channels, 5);
  const Values running_variance = fractions(channels, 6);
  for (std::size_t c = 0; c < m2.size(); ++c) {
    variance.push_back(m2[c] / naive.rows());
    moved_mean.push_back(0.9 * running_mean[c] + 0.1 * mean[c]);
    moved_variance.push_back(0.9 * running_variance[c] + 0.1 * m2[c] / (naive.rows() - 1));
  }
  const Values inv_std = inv_std_of(variance, naive.desc.epsilon);

  on_each_vector_target([&] {
    const DeviceTensor x(*backend, naive.desc.x, layout, naive.x);
    const DeviceTensor shortcut(*backend, naive.desc.x, layout, naive.shortcut);
    const DeviceTensor gamma(*backend, channels, LayoutId::plain, naive.gamma);
    const DeviceTensor beta(*backend, channels, LayoutId::plain, naive.beta);
    DeviceTensor device_mean(*backend, channels, LayoutId::plain, running_mean);
    DeviceTensor device_variance(*backend, channels, LayoutId::plain, running_variance);
    const DeviceTensor saved_mean(*backend, channels, LayoutId::plain);
    const DeviceTensor saved_inv_std(*backend, channels, LayoutId::plain);
    const DeviceTensor y(*backend, naive.desc.x, layout);
    const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Fwd);
    Mask mask(*op);
    const auto forward = [&](const Tensor& out) {
      device_mean.set(running_mean);
      device_variance.set(running_variance);
      op->forward_training({.x = x.tensor(),
                            .gamma = gamma.tensor(),
                            .beta = beta.tensor(),
                            .shortcut = naive.desc.add ? shortcut.tensor() : Tensor{},
                            .running_mean = device_mean.tensor(),
                            .running_variance = device_variance.tensor(),
                            .saved_mean = saved_mean.tensor(),
                            .saved_inv_std = saved_inv_std.tensor(),
                            .y = out,
                            .mask = mask.tensor(),
                            .scratch = scratch.tensor()});
    };
    forward(y.tensor());
    expect_near(y.values(), naive.y(mean, inv_std), tolerance, "y");
    if (mask.tensor()) {
      EXPECT_EQ(mask.ones(), positive(y.values()));
    }
    expect_near(saved_mean.values(), mean, 1e-6, "saved_mean");
    expect_near(saved_inv_std.values(), inv_std, tolerance, "saved_inv_std");
    expect_near(device_mean.values(), moved_mean, 1e-6, "running_mean");
    expect_near(device_variance.values(), moved_variance, tolerance, "running_variance");
    if (naive.desc.add) {
      forward(shortcut.tensor());
      EXPECT_EQ(shortcut.bits(), y.bits()) << "y in the shortcut's memory";
    }
  });
}

TEST_P(BatchNormTest, ForwardInference) {
  const Shape channels{naive.desc.x.c()};
  const Values mean = naive.mean();
  Values variance = fractions(channels, 6);
  for (double& v : variance) v = std::abs(v) + 0.1;
  const DeviceTensor gamma(*backend, channels, LayoutId::plain, naive.gamma);
  const DeviceTensor beta(*backend, channels, LayoutId::plain, naive.beta);
  const DeviceTensor running_mean(*backend, channels, LayoutId::plain, mean);
  const DeviceTensor running_variance(*backend, channels, LayoutId::plain, variance);
  const DeviceTensor y(*backend, naive.desc.x, layout);
  const DeviceTensor x(*backend, naive.desc.x, layout, naive.x);
  const DeviceTensor shortcut(*backend, naive.desc.x, layout, naive.shortcut);
  const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Fwd);
  const auto forward = [&](const Tensor& out) {
    op->forward_inference({.x = x.tensor(),
                           .gamma = gamma.tensor(),
                           .beta = beta.tensor(),
                           .shortcut = naive.desc.add ? shortcut.tensor() : Tensor{},
                           .running_mean = running_mean.tensor(),
                           .running_variance = running_variance.tensor(),
                           .y = out,
                           .scratch = scratch.tensor()});
  };
  forward(y.tensor());
  expect_near(y.values(), naive.y(mean, inv_std_of(variance, naive.desc.epsilon)), tolerance, "y");
  forward(x.tensor());
  EXPECT_EQ(x.bits(), y.bits()) << "y in x's memory";
}

TEST_P(BatchNormTest, Backward) {
  const Shape channels{naive.desc.x.c()};
  const Values mean = naive.mean();
  Values variance = naive.m2(mean);
  for (double& v : variance) v /= naive.rows();
  const Values inv_std = inv_std_of(variance, naive.desc.epsilon);
  const Values y = naive.y(mean, inv_std);
  const Values dy = fractions(naive.desc.x, 8);

  Values dz = dy;
  Values dbeta(mean.size()), dgamma(mean.size()), dx(dy.size());
  for (std::size_t i = 0; i < dy.size(); ++i) {
    if (naive.desc.relu && y[i] <= 0) dz[i] = 0;
    const std::size_t c = naive.channel(i);
    dbeta[c] += dz[i];
    dgamma[c] += dz[i] * (naive.x[i] - mean[c]) * inv_std[c];
  }
  for (std::size_t i = 0; i < dy.size(); ++i) {
    const std::size_t c = naive.channel(i);
    dx[i] = naive.gamma[c] * inv_std[c] *
            (dz[i] - dbeta[c] / naive.rows() -
             (naive.x[i] - mean[c]) * inv_std[c] * dgamma[c] / naive.rows());
  }

  on_each_vector_target([&] {
    const DeviceTensor device_x(*backend, naive.desc.x, layout, naive.x);
    const DeviceTensor device_y(*backend, naive.desc.x, layout, y);
    const DeviceTensor gamma(*backend, channels, LayoutId::plain, naive.gamma);
    const DeviceTensor saved_mean(*backend, channels, LayoutId::plain, mean);
    const DeviceTensor saved_inv_std(*backend, channels, LayoutId::plain, inv_std);
    const DeviceTensor device_dgamma(*backend, channels, LayoutId::plain);
    const DeviceTensor device_dbeta(*backend, channels, LayoutId::plain);
    const DeviceTensor device_dx(*backend, naive.desc.x, layout);
    const DeviceTensor dshortcut(*backend, naive.desc.x, layout);
    const DeviceTensor scratch = make_scratch(*backend, *op, Pass::Bwd);
    Mask mask(*op);
    bool by_mask = false;
    const auto backward = [&](const Tensor& gradient, const Tensor& to_x, const Tensor& to_add,
                              const Tensor& second = {}) {
      op->backward({.x = device_x.tensor(),
                    .y = naive.desc.relu && !by_mask ? device_y.tensor() : Tensor{},
                    .mask = by_mask ? mask.tensor() : Tensor{},
                    .dy = gradient,
                    .dy2 = second,
                    .gamma = gamma.tensor(),
                    .saved_mean = saved_mean.tensor(),
                    .saved_inv_std = saved_inv_std.tensor(),
                    .dx = to_x,
                    .dshortcut = naive.desc.add ? to_add : Tensor{},
                    .dgamma = device_dgamma.tensor(),
                    .dbeta = device_dbeta.tensor(),
                    .scratch = scratch.tensor()});
    };
    const DeviceTensor device_dy(*backend, naive.desc.x, layout, dy);
    backward(device_dy.tensor(), device_dx.tensor(), dshortcut.tensor());
    const double rows = naive.rows();
    expect_near(device_dbeta.values(), dbeta, 1e-6 * rows, "dbeta");
    expect_near(device_dgamma.values(), dgamma, (1e-6 + tolerance) * rows, "dgamma");
    const double spread = *std::max_element(inv_std.begin(), inv_std.end());
    expect_near(device_dx.values(), dx, tolerance * spread * spread, "dx");
    if (naive.desc.add) {
      EXPECT_EQ(dshortcut.values(), dz);
    }

    const DeviceTensor overwritten(*backend, naive.desc.x, layout, dy);
    backward(overwritten.tensor(), overwritten.tensor(), dshortcut.tensor());
    EXPECT_EQ(overwritten.bits(), device_dx.bits()) << "dx in dy's memory";
    if (naive.desc.add) {
      const DeviceTensor kept(*backend, naive.desc.x, layout, dy);
      const DeviceTensor dx_again(*backend, naive.desc.x, layout);
      backward(kept.tensor(), dx_again.tensor(), kept.tensor());
      EXPECT_EQ(dx_again.bits(), device_dx.bits()) << "dshortcut in dy's memory";
      EXPECT_EQ(kept.bits(), dshortcut.bits()) << "dshortcut in dy's memory";
      backward_of_two_halves(device_dx, dshortcut, backward, dy);
    }

    if (!mask.tensor()) return;
    make_mask(mask);
    by_mask = true;
    const DeviceTensor dx_by_mask(*backend, naive.desc.x, layout);
    const DeviceTensor dshortcut_by_mask(*backend, naive.desc.x, layout);
    backward(device_dy.tensor(), dx_by_mask.tensor(), dshortcut_by_mask.tensor());
    EXPECT_EQ(dx_by_mask.bits(), device_dx.bits()) << "by the mask";
    EXPECT_EQ(dshortcut_by_mask.bits(), dshortcut.bits()) << "by the mask";
    if (naive.desc.add) backward_of_two_halves(device_dx, dshortcut, backward, dy);
  });
}

std::vector<BatchNormCase> cases() {
  std::vector<BatchNormCase> all;
  for (const int threads : {1, 2, 5}) {
    for (const bool add : {false, true}) {
      for (const bool relu : {false, true}) {
        all.push_back({{2, 17, 5, 7}, add, relu, threads});
        all.push_back({{1, 64, 3, 3}, add, relu, threads});
      }
    }
    for (const std::string& layout : forced_layouts()) {
      if (layout == "nhwc") continue;
      for (const bool add : {false, true}) {
        all.push_back({{3, 48, 5, 7}, add, true, threads, layout});
        all.push_back({{2, 16, 41, 29}, add, add, threads, layout});  // several chunks an image
      }
      all.push_back({{4, 32, 1, 1}, false, false, threads, layout});
      all.push_back({{4, 16, 16, 16}, false, false, threads, layout, 1000});
    }
    all.push_back({{5, 1, 3, 1}, false, false, threads});
    all.push_back({{2, 3, 1, 1}, true, true, threads});
    all.push_back({{3, 15, 31, 29}, false, true, threads});  // several chunks
    all.push_back({{2, 600, 4, 3}, true, true, threads});    // several blocks of channels
    all.push_back({{4, 8, 16, 16}, false, false, threads, "nhwc", 1000});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shapes, BatchNormTest, testing::ValuesIn(cases()));

}  // namespace
}  // namespace resnet_bench::test
