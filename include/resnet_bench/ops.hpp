#pragma once

#include "resnet_bench/pass.hpp"
#include "resnet_bench/tensor.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace resnet_bench {

/// A stateful operator that a backend makes once for a leaf, at planning. Executing allocates
/// nothing, and may return before the device is done. Tensors come in the layouts that the op
/// asked for, and in the types that the backend's precision gives them (precision.hpp): activations
/// and their gradients in `activation`, `weight` of convolutions and of Linear in `weight`, all
/// else in `parameter`. All shapes below are logical (NCHW, OIHW).
class Op {
 public:
  virtual ~Op() = default;

  /// How this pass is computed: "openblas", "naive", ...
  virtual std::string algorithm(Pass pass) const = 0;

  /// Bytes that a pass wants as `scratch`, valid for the step alone; 0: none.
  virtual std::int64_t scratch_bytes(Pass /*pass*/) const { return 0; }

  /// The layout of the activations that the op writes, and of their gradients.
  virtual LayoutId activation_layout() const = 0;

  /// The layout wanted of the activation x that the op reads, and of its gradient.
  virtual LayoutId input_layout() const { return activation_layout(); }

  /// The layout in which a pass reads weights or, BwdWeights, writes their gradient.
  virtual LayoutId weight_layout(Pass /*pass*/) const { return LayoutId::plain; }
};

/// 2-D cross-correlation with square kernels, no dilation, no groups.
/// y[n,o,p,q] = sum over i,r,s of x[n, i, p*stride+r-pad, q*stride+s-pad] * weight[o,i,r,s]
/// In inference an epilogue may follow: + bias[o], + shortcut[n,o,p,q], max(0, .), in this order.
struct ConvDesc {
  Shape x;
  std::int64_t out_channels = 0;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t pad = 0;
  bool bias = false;
  bool add = false;
  bool relu = false;

  /// Extents of y: floor((H + 2 pad - kernel) / stride) + 1.
  Shape y() const;
  Shape weight() const;
};

class ConvOp : public Op {
 public:
  struct Forward {
    Tensor x, weight, bias, shortcut, y, scratch;  ///< see output_may_be_shortcut
  };
  struct BackwardData {
    Tensor dy, weight, dx, scratch;  ///< dx is written whole
  };
  struct BackwardWeights {
    Tensor x, dy, dweight, scratch;  ///< dweight is written, not added to
  };
  /// Whether y may be shortcut's memory.
  virtual bool output_may_be_shortcut() const { return true; }
  /// Whether it reads the bias in the type of weights instead of parameters.
  virtual bool reads_bias_as_weight() const { return false; }

  virtual void forward(const Forward&) = 0;
  virtual void backward_data(const BackwardData&) = 0;
  virtual void backward_weights(const BackwardWeights&) = 0;
};

/// Batch normalisation over N, H, W for each channel (Ioffe and Szegedy 2015), as torch's
/// BatchNorm2d, with what fusion may put behind it:
/// y = relu(gamma * (x - mean) * inv_std + beta + shortcut).
struct BatchNormDesc {
  Shape x;
  bool add = false;
  bool relu = false;
  double epsilon = 1e-5;
  double momentum = 0.1;  ///< weight of the new value in the running statistics
};

class BatchNormOp : public Op {
 public:
  /// Bytes of `mask`, u8: what training with a ReLU keeps of y's signs, in the op's own form, so
  /// that the backward need not read y. 0: the backward reads y.
  virtual std::int64_t mask_bytes() const { return 0; }

  /// Normalises by the batch's mean and biased variance, which it saves as saved_mean and
  /// saved_inv_std = 1/sqrt(variance + epsilon); moves the running statistics, with the unbiased
  /// variance. y may be shortcut's memory.
  struct ForwardTraining {
    Tensor x, gamma, beta, shortcut, running_mean, running_variance;
    Tensor saved_mean, saved_inv_std, y, mask, scratch;
  };
  /// Normalises by the running statistics. y may be x's or shortcut's memory.
  struct ForwardInference {
    Tensor x, gamma, beta, shortcut, running_mean, running_variance, y, scratch;
  };
  /// y, or mask where mask_bytes() > 0, is given where ReLU is fused: the gradient passes where
  /// y > 0. dshortcut is given where an
  /// add is fused; then dy2 may be, a second part of the gradient, to be added to dy. dx and
  /// dshortcut may be dy's and dy2's memory.
  struct Backward {
    Tensor x, y, mask, dy, dy2, gamma, saved_mean, saved_inv_std;
    Tensor dx, dshortcut, dgamma, dbeta, scratch;
  };
  virtual void forward_training(const ForwardTraining&) = 0;
  virtual void forward_inference(const ForwardInference&) = 0;
  virtual void backward(const Backward&) = 0;
};

/// y = max(0, x). The gradient at 0 is 0, as in torch.
class ReluOp : public Op {
 public:
  struct Forward {
    Tensor x, y;  ///< y may be x's memory
  };
  struct Backward {
    Tensor y, dy, dx;  ///< dx may be dy's memory
  };
  virtual void forward(const Forward&) = 0;
  virtual void backward(const Backward&) = 0;
};

/// sum = a + b: the join of a shortcut, and the gradient at its fork. Takes any layout that the
/// three share.
class AddOp : public Op {
 public:
  struct Forward {
    Tensor a, b, sum;  ///< sum may be a's or b's memory
  };
  virtual void forward(const Forward&) = 0;
};

/// Maximum over square windows; padding never wins. Ties go to the first in row-major order, as
/// in torch.
struct MaxPoolDesc {
  Shape x;
  std::int64_t kernel = 3;
  std::int64_t stride = 2;
  std::int64_t pad = 1;

  Shape y() const;
};

class MaxPoolOp : public Op {
 public:
  struct Forward {
    Tensor x, y;
    Tensor
        argmax;  ///< u8, y's shape and layout: r * kernel + s of the maximum; absent in inference
  };
  struct Backward {
    Tensor argmax, dy, dx;  ///< dx is written whole
  };
  virtual void forward(const Forward&) = 0;
  virtual void backward(const Backward&) = 0;
};

/// y[n,c,0,0] = mean over h,w of x[n,c,h,w].
class GlobalAvgPoolOp : public Op {
 public:
  struct Forward {
    Tensor x, y;
  };
  struct Backward {
    Tensor dy, dx;
  };
  virtual void forward(const Forward&) = 0;
  virtual void backward(const Backward&) = 0;
};

/// y[n,o] = sum over i of x[n,i] * weight[o,i] + bias[o]. x has the shape (N, I, 1, 1), y (N, O);
/// y and its gradient are plain, and of the type of parameters: they are the logits.
struct LinearDesc {
  Shape x;
  std::int64_t out_features = 0;

  Shape y() const { return {x.n(), out_features}; }
  Shape weight() const { return {out_features, x.c()}; }
};

class LinearOp : public Op {
 public:
  /// Whether it reads the weights in the type of parameters, and so needs no working copy.
  virtual bool reads_parameter() const { return false; }

  struct Forward {
    Tensor x, weight, bias, y, scratch;
  };
  struct BackwardData {
    Tensor dy, weight, dx, scratch;
  };
  struct BackwardWeights {
    Tensor x, dy, dweight, dbias, scratch;
  };
  virtual void forward(const Forward&) = 0;
  virtual void backward_data(const BackwardData&) = 0;
  virtual void backward_weights(const BackwardWeights&) = 0;
};

/// loss = mean over n of -log softmax(logits[n])[labels[n]]; logits (N, classes), plain. The
/// gradient is multiplied by loss_scale, the loss is not.
struct SoftmaxCrossEntropyDesc {
  Shape logits;
  double loss_scale = 1;
};

class SoftmaxCrossEntropyOp : public Op {
 public:
  struct Forward {
    Tensor logits, labels, probabilities, loss, scratch;  ///< loss: one element
  };
  struct Backward {
    Tensor probabilities, labels, dlogits;  ///< dlogits may be probabilities' memory
  };
  virtual void forward(const Forward&) = 0;
  virtual void backward(const Backward&) = 0;
};

/// One parameter of the optimiser's list; the three share shape, type and layout.
struct SgdParameter {
  Tensor value, gradient, momentum;
  /// Working copies of the new value, rounded to their own types, in their own layouts.
  std::span<const Tensor> copies;
};

/// As torch.optim.SGD without dampening: g' = gradient / loss_scale + weight_decay * value;
/// momentum = momentum_factor * momentum + g'; value -= learning_rate * momentum. With momentum
/// zero before the first step this is torch's first step too. The gradient is left as it was.
struct SgdDesc {
  double learning_rate = 0.0125;
  double momentum_factor = 0.9;
  double weight_decay = 1e-4;
  double loss_scale = 1;
};

class SgdOp : public Op {
 public:
  virtual void update(std::span<const SgdParameter> parameters) = 0;
};

/// y = x in another layout.
class ReorderOp : public Op {
 public:
  struct Forward {
    Tensor x, y;
  };
  virtual void forward(const Forward&) = 0;
};

}  // namespace resnet_bench
