#include "backends/cpu/conv_find.hpp"

#include "resnet_bench/clock_marker.hpp"
#include "resnet_bench/host_values.hpp"
#include "resnet_bench/random.hpp"

#include "backends/cpu/huge_page_memory.hpp"
#include "backends/cpu/layouts.hpp"
#include "backends/cpu/reorder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace resnet_bench::cpu {
namespace {

constexpr int samples = 64;

/// Memory of a tensor, with what is needed to read it by its logical axes.
class Buffer {
 public:
  Buffer(const Shape& shape, DataType type, LayoutId layout, std::int64_t bytes)
      : memory_(std::max<std::int64_t>(bytes, 1)),
        tensor_{.data = memory_.data(), .shape = shape, .type = type, .layout = layout} {}
  Buffer(const Shape& shape, DataType type, LayoutId layout)
      : Buffer(shape, type, layout, shape.elements() * byte_size(type)) {}

  const Tensor& tensor() const { return tensor_; }
  std::size_t bytes() const { return static_cast<std::size_t>(memory_.bytes()); }

  /// Uniform values in [-1, 1), by place in memory.
  void fill(const ThreadTeam& team, const RandomStream& stream) {
    with_type(tensor_.type, [&]<class T>() {
      team.split_floats(tensor_.shape.elements(), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
          const float value = 2 * stream.uniform(static_cast<std::uint64_t>(i)) - 1;
          tensor_.as<T>()[i] = static_cast<T>(value);
        }
      });
    });
  }

 private:
  HugePageMemory memory_;
  Tensor tensor_;
};

/// Element (i, j, k, l) of a tensor in one of the backend's own layouts; 0 outside of it.
class Reader {
 public:
  explicit Reader(const Tensor& tensor)
      : data_(tensor.data),
        is_bf16_(tensor.type == DataType::bf16),
        strides_(strides_of(tensor.shape, tensor.layout)) {}

  double operator()(std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) const {
    if (k < 0 || k >= strides_.extent[2] || l < 0 || l >= strides_.extent[3]) return 0;
    const std::int64_t at = i * strides_.stride[0] + strides_.channel_offset(j) +
                            k * strides_.stride[2] + l * strides_.stride[3];
    return static_cast<double>(is_bf16_ ? float{static_cast<const BFloat16*>(data_)[at]}
                                        : static_cast<const float*>(data_)[at]);
  }

 private:
  const void* data_;
  bool is_bf16_;
  Strides strides_;
};

/// The element of a pass's output, by the definition of ConvDesc and its derivatives.
double expected(Pass pass, const ConvDesc& d, const Reader& x, const Reader& w, const Reader& y,
                const std::int64_t (&at)[4]) {
  const auto [a, b, c, e] = at;
  const Shape out = d.y();
  double sum = 0;
  switch (pass) {
    case Pass::Fwd:  // y[a, b, c, e]
      for (std::int64_t i = 0; i < d.x.c(); ++i) {
        for (std::int64_t r = 0; r < d.kernel; ++r) {
          for (std::int64_t s = 0; s < d.kernel; ++s) {
            sum += x(a, i, c * d.stride + r - d.pad, e * d.stride + s - d.pad) * w(b, i, r, s);
          }
        }
      }
      return sum;
    case Pass::BwdData:  // dx[a, b, c, e]
      for (std::int64_t r = 0; r < d.kernel; ++r) {
        for (std::int64_t s = 0; s < d.kernel; ++s) {
          const std::int64_t p = c + d.pad - r;
          const std::int64_t q = e + d.pad - s;
          if (p % d.stride != 0 || q % d.stride != 0) continue;
          for (std::int64_t o = 0; o < d.out_channels; ++o) {
            sum += y(a, o, p / d.stride, q / d.stride) * w(o, b, r, s);
          }
        }
      }
      return sum;
    default:  // dw[a, b, c, e]
      for (std::int64_t n = 0; n < d.x.n(); ++n) {
        for (std::int64_t p = 0; p < out.h(); ++p) {
          for (std::int64_t q = 0; q < out.w(); ++q) {
            sum += x(n, b, p * d.stride + c - d.pad, q * d.stride + e - d.pad) * y(n, a, p, q);
          }
        }
      }
      return sum;
  }
}

/// The trio of tensors, filled: a candidate writes the one that is its pass's output.
class Trial {
 public:
  Trial(const ThreadTeam& team, ConvLibrary* library, const NumberTypes& types, Pass pass,
        const ConvDesc& desc, LayoutId x, LayoutId y)
      : team_(team),
        library_(library),
        pass_(pass),
        desc_(desc),
        x_(desc.x, types.activation, x),
        weight_(desc.weight(), pass == Pass::BwdWeights ? types.parameter : types.weight,
                LayoutId::plain),
        y_(desc.y(), types.activation, y),
        bias_({desc.out_channels}, types.parameter, LayoutId::plain) {
    x_.fill(team, RandomStream(1, "x"));
    weight_.fill(team, RandomStream(1, "weight"));
    y_.fill(team, RandomStream(1, "y"));
  }

  /// One candidate on them.
  class Run {
   public:
    Run(Trial& trial, ConvPass& candidate)
        : trial_(trial),
          candidate_(candidate),
          weight_(trial.desc_.weight(), trial.weight_.tensor().type, candidate.weight_layout(),
                  trial.weight_bytes(candidate.weight_layout())),
          scratch_({candidate.scratch_bytes()}, DataType::u8, LayoutId::plain) {
      if (trial.pass_ != Pass::BwdWeights) trial.copy(trial.weight_.tensor(), weight_.tensor());
    }

    /// Runs it once; nanoseconds.
    std::int64_t time() {
      const Tensor& y = trial_.y_.tensor();
      const std::int64_t begin = steady_clock_ns();
      candidate_.run({.x = trial_.x_.tensor(),
                      .weight = weight_.tensor(),
                      .y = y,
                      .bias = trial_.desc_.bias ? trial_.bias_.tensor() : Tensor{},
                      .shortcut = trial_.desc_.add ? y : Tensor{},
                      .scratch = scratch_.tensor()});
      return steady_clock_ns() - begin;
    }

    /// Runs it once and compares.
    double error() {
      Trial& t = trial_;
      // What the candidate before it computed must not pass for its own. Where the epilogue adds
      // onto y, y starts from zero.
      if (t.pass_ == Pass::Fwd) std::memset(t.y_.tensor().data, 0, t.y_.bytes());
      if (t.pass_ == Pass::BwdData) std::memset(t.x_.tensor().data, 0, t.x_.bytes());
      time();
      if (t.pass_ == Pass::BwdWeights) t.copy(weight_.tensor(), t.weight_.tensor());
      const Reader x(t.x_.tensor());
      const Reader w(t.weight_.tensor());
      const Reader y(t.y_.tensor());
      const Reader& got = t.pass_ == Pass::Fwd ? y : t.pass_ == Pass::BwdData ? x : w;
      const Shape shape = t.pass_ == Pass::Fwd       ? t.desc_.y()
                          : t.pass_ == Pass::BwdData ? t.desc_.x
                                                     : t.desc_.weight();
      const RandomStream places(2, "places");
      double distance = 0;
      double size = 0;
      for (std::size_t i = 0; i < samples; ++i) {
        std::int64_t at[4];
        for (std::size_t axis = 0; axis < 4; ++axis) {
          const auto extent = static_cast<std::uint64_t>(shape[static_cast<int>(axis)]);
          at[axis] = static_cast<std::int64_t>(places.bits(4 * i + axis) % extent);
        }
        double want = expected(t.pass_, t.desc_, x, w, y, at);
        if (t.pass_ == Pass::Fwd && t.desc_.relu) want = std::max(want, 0.0);
        const double difference = got(at[0], at[1], at[2], at[3]) - want;
        distance += difference * difference;
        size += want * want;
      }
      return std::sqrt(distance / size);
    }

   private:
    Trial& trial_;
    ConvPass& candidate_;
    Buffer weight_, scratch_;
  };

 private:
  std::int64_t weight_bytes(LayoutId layout) const {
    if (layout >= first_of_library) return library_->bytes(layout);
    return desc_.weight().elements() * byte_size(weight_.tensor().type);
  }

  void copy(const Tensor& from, const Tensor& to) const {
    if (from.layout < first_of_library && to.layout < first_of_library) {
      reorder(team_, from, to);
    } else {
      library_->make_copy(from, to)->run(from, to);
    }
  }

  const ThreadTeam& team_;
  ConvLibrary* library_;
  Pass pass_;
  ConvDesc desc_;
  Buffer x_, weight_, y_, bias_;
};

/// Short passes are repeated until a clock's and a scheduler's noise is small beside them.
std::int64_t rounds_for(std::int64_t slowest_ns) {
  constexpr std::int64_t wanted_ns = 60'000'000;
  return std::clamp<std::int64_t>(wanted_ns / std::max<std::int64_t>(slowest_ns, 1), 3, 50);
}

}  // namespace

ConvMeasurements measure_conv(const ThreadTeam& team, ConvLibrary* library,
                              const NumberTypes& types, Pass pass, const ConvDesc& desc, LayoutId x,
                              LayoutId y, std::span<const std::unique_ptr<ConvPass>> candidates) {
  Trial trial(team, library, types, pass, desc, x, y);
  std::vector<std::unique_ptr<Trial::Run>> runs;
  ConvMeasurements measurements;
  std::int64_t slowest = 0;
  for (const auto& candidate : candidates) {
    auto run = std::make_unique<Trial::Run>(trial, *candidate);
    const double error = run->error();
    const std::int64_t ns = run->time();
    slowest = std::max(slowest, ns);
    measurements.push_back({.pass = pass,
                            .algorithm = candidate->algorithm(),
                            .ns = static_cast<double>(ns),
                            .error = error,
                            .workspace_bytes = candidate->scratch_bytes()});
    runs.push_back(std::move(run));
  }
  // In turn: a slow moment of the machine then spoils no single candidate.
  for (std::int64_t round = rounds_for(slowest); round > 0; --round) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      measurements[i].ns = std::min(measurements[i].ns, static_cast<double>(runs[i]->time()));
    }
  }
  return measurements;
}

}  // namespace resnet_bench::cpu
