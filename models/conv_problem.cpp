#include "models/conv_problem.hpp"

#include "resnet_bench/error.hpp"

#include <array>
#include <charconv>
#include <map>
#include <optional>

namespace resnet_bench {
namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& fault) {
  throw Refusal("convolution '" + std::string(text) + "' " + fault);
}

/// The numbers of a descriptor by their names, and the name behind `n`.
struct Entries {
  std::map<std::string, std::int64_t, std::less<>> numbers;
  std::string name;

  std::optional<std::int64_t> find(const std::string& key) const {
    const auto entry = numbers.find(key);
    return entry == numbers.end() ? std::nullopt : std::optional(entry->second);
  }
};

constexpr std::array<std::string_view, 22> keys = {"mb", "ic", "id", "ih", "iw", "oc", "od", "oh",
                                                   "ow", "kd", "kh", "kw", "sd", "sh", "sw", "pd",
                                                   "ph", "pw", "dd", "dh", "dw", "g"};

std::string without_quotes(std::string_view name) {
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
    name = name.substr(1, name.size() - 2);
  }
  return std::string(name);
}

Entries read_entries(std::string_view text) {
  Entries entries;
  std::string_view rest = text;
  while (!rest.empty()) {
    if (rest.front() == '_') {
      rest.remove_prefix(1);
      continue;
    }
    if (rest.front() == 'n') {
      entries.name = without_quotes(rest.substr(1));
      break;
    }
    std::string_view key;
    for (const std::string_view candidate : keys) {
      if (rest.starts_with(candidate)) key = candidate;
    }
    if (key.empty()) {
      refuse(text,
             "has '" + std::string(rest.substr(0, 12)) +
                 "' where mb, ic, ih, iw, oc, oh, ow, kh, kw, sh, sw, ph, pw or n is allowed");
    }
    rest.remove_prefix(key.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error == std::errc::invalid_argument || number < 0) {
      refuse(text, "has no number behind " + std::string(key));
    }
    if (error != std::errc{}) refuse(text, "has a number too large behind " + std::string(key));
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (!entries.numbers.emplace(key, number).second) {
      refuse(text, "has " + std::string(key) + " twice");
    }
  }
  return entries;
}

void refuse_what_no_layer_computes(std::string_view text, const Entries& entries) {
  for (const char* key : {"id", "od", "kd", "sd", "pd", "dd"}) {
    if (entries.find(key)) {
      refuse(text, std::string("has three dimensions (") + key + "); allowed: two");
    }
  }
  for (const char* key : {"dh", "dw"}) {
    if (const auto dilation = entries.find(key); dilation.value_or(0) != 0) {
      refuse(text, "is dilated (" + std::string(key) + std::to_string(*dilation) +
                       "), which no layer here is; allowed: dh0");
    }
  }
  if (const auto groups = entries.find("g"); groups.value_or(1) != 1) {
    refuse(text,
           "has groups (g" + std::to_string(*groups) + "), which no layer here has; allowed: g1");
  }
}

/// Along one side of the image: input, output, kernel, stride, padding in front.
struct Side {
  std::int64_t in = 0, out = 0, kernel = 0, stride = 1, pad = 0;
};

Side read_side(std::string_view text, const Entries& entries, const std::string& axis) {
  const auto wanted = [&](const std::string& key) {
    const auto number = entries.find(key + axis);
    if (!number || *number == 0) refuse(text, "needs " + key + axis + " greater than 0");
    return *number;
  };
  Side side{.in = wanted("i"), .kernel = wanted("k")};
  side.stride = entries.find("s" + axis).value_or(1);
  if (side.stride == 0) refuse(text, "needs s" + axis + " greater than 0");
  // Far above anything that fits in memory, far below what overflows.
  constexpr std::int64_t most = std::int64_t{1} << 40;
  const auto out = entries.find("o" + axis);
  const auto pad = entries.find("p" + axis);
  for (const std::int64_t number :
       {side.in, side.kernel, side.stride, out.value_or(0), pad.value_or(0)}) {
    if (number > most) refuse(text, "has a number too large");
  }
  if (pad) {
    side.pad = *pad;
  } else if (out) {
    side.pad = ((*out - 1) * side.stride - side.in + side.kernel) / 2;
    if (side.pad < 0) side.pad = 0;
  }
  const std::int64_t room = side.in + 2 * side.pad - side.kernel;
  if (room < 0) refuse(text, "has a kernel larger than its padded image (k" + axis + ")");
  side.out = room / side.stride + 1;
  if (out && *out != side.out) {
    refuse(text, "has o" + axis + std::to_string(*out) + ", but padding by " +
                     std::to_string(side.pad) + " on both ends gives " + std::to_string(side.out));
  }
  return side;
}

}  // namespace

ConvProblem parse_conv_problem(std::string_view text) {
  const Entries entries = read_entries(text);
  refuse_what_no_layer_computes(text, entries);
  for (const char* key : {"mb", "ic", "oc"}) {
    if (entries.find(key).value_or(1) == 0) refuse(text, "needs " + std::string(key) + " of 1 up");
  }
  for (const char* key : {"ic", "oc"}) {
    if (!entries.find(key)) refuse(text, "needs " + std::string(key));
  }
  const Side h = read_side(text, entries, "h");
  bool is_square = true;
  for (const char* key : {"iw", "ow", "kw", "sw", "pw"}) {
    is_square = is_square && !entries.find(key);
  }
  const Side w = is_square ? h : read_side(text, entries, "w");
  if (h.kernel != w.kernel) refuse(text, "has a kernel that is not square; allowed: kh as kw");
  if (h.stride != w.stride) refuse(text, "has strides that differ; allowed: sh as sw");
  if (h.pad != w.pad) refuse(text, "has paddings that differ; allowed: ph as pw");
  ConvProblem problem{
      .desc = {.x = {entries.find("mb").value_or(2), *entries.find("ic"), h.in, w.in},
               .out_channels = *entries.find("oc"),
               .kernel = h.kernel,
               .stride = h.stride,
               .pad = h.pad},
      .name = entries.name};
  static_cast<void>(problem.desc.x.elements());  // throws where there are too many
  static_cast<void>(problem.desc.y().elements());
  static_cast<void>(problem.desc.weight().elements());
  return problem;
}

std::string to_string(const ConvProblem& problem) {
  const ConvDesc& desc = problem.desc;
  const Shape y = desc.y();
  const bool is_square = desc.x.h() == desc.x.w();
  std::string text;
  const auto add = [&](const char* key, std::int64_t number) {
    text.append(key).append(std::to_string(number));
  };
  const auto add_side = [&](const char* h_key, std::int64_t h, const char* w_key, std::int64_t w) {
    add(h_key, h);
    if (!is_square) add(w_key, w);
  };
  add("mb", desc.x.n());
  add("ic", desc.x.c());
  add_side("ih", desc.x.h(), "iw", desc.x.w());
  add("oc", desc.out_channels);
  add_side("oh", y.h(), "ow", y.w());
  add_side("kh", desc.kernel, "kw", desc.kernel);
  if (desc.stride != 1) add_side("sh", desc.stride, "sw", desc.stride);
  add_side("ph", desc.pad, "pw", desc.pad);
  if (!problem.name.empty()) text.append("n").append(problem.name);
  return text;
}

}  // namespace resnet_bench
