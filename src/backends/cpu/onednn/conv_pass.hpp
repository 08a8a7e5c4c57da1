#pragma once

#include "resnet_bench/precision.hpp"

#include "backends/cpu/conv_pass.hpp"
#include "backends/cpu/onednn/layouts.hpp"
#include "backends/cpu/thread_team.hpp"

#include <dnnl.hpp>
#include <memory>
#include <span>

namespace resnet_bench::cpu::onednn {

/// What all passes share: oneDNN's engine and stream, the threads, the layouts met so far. `types`
/// are the network's.
struct Context {
  const ThreadTeam& team;
  NumberTypes types;
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  Layouts layouts;
};

/// Runs a primitive on memory objects made beforehand, through the C API: the C++ one takes a hash
/// map made anew for each call. `what` begins the message of the std::runtime_error of a failure.
void execute(Context& context, const dnnl::primitive& primitive,
             std::span<const dnnl_exec_arg_t> arguments, const char* what);

/// One of oneDNN's convolution primitives, on tensors of these types; null where it has none by
/// this algorithm.
std::unique_ptr<ConvPass> make_conv_pass(Context& context, const NumberTypes& types,
                                         dnnl::algorithm algorithm, Pass pass, const ConvDesc& desc,
                                         LayoutId x, LayoutId y);

}  // namespace resnet_bench::cpu::onednn
