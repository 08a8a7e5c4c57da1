#pragma once

#include "backends/reference/reference_backend.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace resnet_bench::test {

/// Says what an op of its inner one says.
template <class Base>
class ForwardingOp : public Base {
 public:
  explicit ForwardingOp(std::unique_ptr<Base> inner) : inner_(std::move(inner)) {}
  std::string algorithm(Pass pass) const override { return inner_->algorithm(pass); }
  std::int64_t scratch_bytes(Pass pass) const override { return inner_->scratch_bytes(pass); }
  LayoutId activation_layout() const override { return inner_->activation_layout(); }
  LayoutId input_layout() const override { return inner_->input_layout(); }
  LayoutId weight_layout(Pass pass) const override { return inner_->weight_layout(pass); }

 protected:
  std::unique_ptr<Base> inner_;
};

/// The reference backend, whose ops' outputs someone else may change before anybody sees them.
/// `spoil` is called with the op's kind, the output's role and the output, in fp32 and NCHW.
class SpoiltBackend : public Backend {
 public:
  using Spoil = std::function<void(const std::string& op, const std::string& role, const Tensor&)>;
  explicit SpoiltBackend(Spoil spoil) : spoil_(std::move(spoil)) {}

  DeviceDescription describe() const override { return right_->describe(); }
  Precision precision() const override { return right_->precision(); }
  LayoutId input_layout() const override { return right_->input_layout(); }
  std::string layout_name(LayoutId layout) const override { return right_->layout_name(layout); }
  std::int64_t bytes(const Shape& shape, DataType type, LayoutId layout) const override {
    return right_->bytes(shape, type, layout);
  }
  std::int64_t available_memory() const override { return right_->available_memory(); }
  std::unique_ptr<Memory> allocate(std::int64_t bytes) override { return right_->allocate(bytes); }
  void from_plain(std::span<const std::byte> host, const Tensor& tensor) override {
    right_->from_plain(host, tensor);
  }
  void to_plain(const Tensor& tensor, std::span<std::byte> host) override {
    right_->to_plain(tensor, host);
  }
  std::unique_ptr<Marker> make_marker(std::int64_t capacity) override {
    return right_->make_marker(capacity);
  }

  std::unique_ptr<ConvOp> make_conv(const ConvDesc& desc) override {
    return std::make_unique<Conv>(right_->make_conv(desc), spoil_);
  }
  std::unique_ptr<BatchNormOp> make_batch_norm(const BatchNormDesc& desc) override {
    return std::make_unique<BatchNorm>(right_->make_batch_norm(desc), spoil_);
  }
  std::unique_ptr<ReluOp> make_relu(const Shape& shape) override {
    return std::make_unique<Relu>(right_->make_relu(shape), spoil_);
  }
  std::unique_ptr<AddOp> make_add(const Shape& shape) override {
    return std::make_unique<Add>(right_->make_add(shape), spoil_);
  }
  std::unique_ptr<MaxPoolOp> make_max_pool(const MaxPoolDesc& desc) override {
    return std::make_unique<MaxPool>(right_->make_max_pool(desc), spoil_);
  }
  std::unique_ptr<GlobalAvgPoolOp> make_global_avg_pool(const Shape& x) override {
    return std::make_unique<Average>(right_->make_global_avg_pool(x), spoil_);
  }
  std::unique_ptr<LinearOp> make_linear(const LinearDesc& desc) override {
    return std::make_unique<Linear>(right_->make_linear(desc), spoil_);
  }
  std::unique_ptr<SoftmaxCrossEntropyOp> make_softmax_cross_entropy(
      const SoftmaxCrossEntropyDesc& desc) override {
    return std::make_unique<Loss>(right_->make_softmax_cross_entropy(desc), spoil_);
  }
  std::unique_ptr<SgdOp> make_sgd(const SgdDesc& desc,
                                  std::span<const SgdParameter> parameters) override {
    return std::make_unique<Sgd>(right_->make_sgd(desc, parameters), spoil_);
  }
  std::unique_ptr<ReorderOp> make_reorder(const Shape& shape, LayoutId from, LayoutId to) override {
    return right_->make_reorder(shape, from, to);
  }

 private:
  template <class Base>
  class Spoiling : public ForwardingOp<Base> {
   public:
    Spoiling(std::unique_ptr<Base> inner, const Spoil& spoil)
        : ForwardingOp<Base>(std::move(inner)), spoil_(spoil) {}

   protected:
    const Spoil& spoil_;
  };

  class Conv : public Spoiling<ConvOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("conv", "y", f.y);
    }
    void backward_data(const BackwardData& b) override {
      inner_->backward_data(b);
      spoil_("conv", "dx", b.dx);
    }
    void backward_weights(const BackwardWeights& b) override {
      inner_->backward_weights(b);
      spoil_("conv", "dweight", b.dweight);
    }
  };
  class BatchNorm : public Spoiling<BatchNormOp> {
   public:
    using Spoiling::Spoiling;
    void forward_training(const ForwardTraining& f) override {
      inner_->forward_training(f);
      spoil_("batch norm", "y", f.y);
      spoil_("batch norm", "saved_mean", f.saved_mean);
      spoil_("batch norm", "saved_inv_std", f.saved_inv_std);
      spoil_("batch norm", "running_mean", f.running_mean);
      spoil_("batch norm", "running_variance", f.running_variance);
    }
    void forward_inference(const ForwardInference& f) override {
      inner_->forward_inference(f);
      spoil_("batch norm", "y", f.y);
    }
    void backward(const Backward& b) override {
      inner_->backward(b);
      spoil_("batch norm", "dx", b.dx);
      spoil_("batch norm", "dgamma", b.dgamma);
      spoil_("batch norm", "dbeta", b.dbeta);
    }
  };
  class Relu : public Spoiling<ReluOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("relu", "y", f.y);
    }
    void backward(const Backward& b) override {
      inner_->backward(b);
      spoil_("relu", "dx", b.dx);
    }
  };
  class Add : public Spoiling<AddOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("add", "sum", f.sum);
    }
  };
  class MaxPool : public Spoiling<MaxPoolOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("max pool", "y", f.y);
    }
    void backward(const Backward& b) override {
      inner_->backward(b);
      spoil_("max pool", "dx", b.dx);
    }
  };
  class Average : public Spoiling<GlobalAvgPoolOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("average", "y", f.y);
    }
    void backward(const Backward& b) override {
      inner_->backward(b);
      spoil_("average", "dx", b.dx);
    }
  };
  class Linear : public Spoiling<LinearOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("linear", "y", f.y);
    }
    void backward_data(const BackwardData& b) override {
      inner_->backward_data(b);
      spoil_("linear", "dx", b.dx);
    }
    void backward_weights(const BackwardWeights& b) override {
      inner_->backward_weights(b);
      spoil_("linear", "dweight", b.dweight);
      spoil_("linear", "dbias", b.dbias);
    }
  };
  class Loss : public Spoiling<SoftmaxCrossEntropyOp> {
   public:
    using Spoiling::Spoiling;
    void forward(const Forward& f) override {
      inner_->forward(f);
      spoil_("loss", "probabilities", f.probabilities);
      spoil_("loss", "loss", f.loss);
    }
    void backward(const Backward& b) override {
      inner_->backward(b);
      spoil_("loss", "dlogits", b.dlogits);
    }
  };
  class Sgd : public Spoiling<SgdOp> {
   public:
    using Spoiling::Spoiling;
    void update(std::span<const SgdParameter> parameters) override {
      inner_->update(parameters);
      spoil_("sgd", "value", parameters.front().value);
      spoil_("sgd", "momentum", parameters.back().momentum);
    }
  };

  std::unique_ptr<Backend> right_ = make_reference_backend({.precision = Precision::fp32});
  Spoil spoil_;
};

}  // namespace resnet_bench::test
