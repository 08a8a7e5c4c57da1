#pragma once

#include "resnet_bench/ops.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace resnet_bench {

/// A convolution by itself, without epilogue, and what it is called.
struct ConvProblem {
  ConvDesc desc;
  std::string name;  ///< no white space; empty: none
};

/// Reads benchdnn's problem descriptor, "mb32_ic64ih56oc64oh56kh3ph1nres2a": numbers behind the
/// names of extents in any order, `_` between them where one likes, and behind `n` the name, in
/// quotes or not. Its rules (oneDNN, tests/benchdnn/doc/knobs_desc.md and str2desc in
/// conv/conv_aux.cpp): without mb it is 2; without widths the convolution is square; without oh it
/// follows from the padding, which then is 0; without ph it follows from oh. Throws Refusal for
/// what is not that, and by name for what no layer here computes: groups, dilation, three
/// dimensions, kernels that are not square, strides and paddings that differ between the sides.
ConvProblem parse_conv_problem(std::string_view text);

/// The shortest such text with mb, oh and ph in it: widths where the image is not square, sh where
/// it is not 1.
std::string to_string(const ConvProblem& problem);

}  // namespace resnet_bench
