#include "models/reproducer.hpp"

#include <stdexcept>

namespace resnet_bench {
namespace {

/// oneDNN: tests/benchdnn/doc/driver_conv.md and knobs_dir.md.
std::string benchdnn_line(const ConvProblem& problem, Pass pass,
                          const ReproducerSettings& settings) {
  std::string line = "benchdnn --conv --mode=P --dir=";
  switch (pass) {
    case Pass::Fwd:
      line += settings.training ? "FWD_D" : "FWD_I";
      break;
    case Pass::BwdData:
      line += "BWD_D";
      break;
    case Pass::BwdWeights:
      line += "BWD_W";
      break;
    default:
      throw std::logic_error("no pass of a convolution");
  }
  if (settings.precision == "bf16") line += " --dt=bf16";
  if (settings.precision == "fp16") line += " --dt=f16";
  if (settings.precision == "fp64") line += " --dt=f64";
  if (settings.precision == "tf32") line += " --attr-fpmath=tf32";
  if (settings.channels_last) line += " --stag=axb --dtag=axb";
  if (settings.conv.ends_with("winograd")) line += " --alg=WINO";
  return line + " " + to_string(problem);
}

/// As MIOpen itself logs a call (MIOPEN_ENABLE_LOGGING_CMD): driver/conv_driver.hpp has the
/// options; -F is 1, 2, 4 for forward, data, weights.
std::string miopen_line(const ConvDesc& d, Pass pass, const ReproducerSettings& settings) {
  if (settings.precision == "fp64") return "# MIOpenDriver has no convolution in fp64";
  const auto text = [](std::int64_t number) { return std::to_string(number); };
  const std::string driver = settings.precision == "bf16"   ? "convbfp16"
                             : settings.precision == "fp16" ? "convfp16"
                                                            : "conv";
  const std::string k = text(d.kernel), p = text(d.pad), s = text(d.stride);
  std::string line = "./bin/MIOpenDriver " + driver + " -n " + text(d.x.n()) + " -c " +
                     text(d.x.c()) + " -H " + text(d.x.h()) + " -W " + text(d.x.w()) + " -k " +
                     text(d.out_channels) + " -y " + k + " -x " + k + " -p " + p + " -q " + p +
                     " -u " + s + " -v " + s + " -l 1 -j 1 -m conv -g 1";
  if (settings.channels_last) line += " --in_layout NHWC --fil_layout NHWC --out_layout NHWC";
  const char* forward = pass == Pass::Fwd ? "1" : pass == Pass::BwdData ? "2" : "4";
  return line + " -F " + forward + " -t 1";
}

std::string tuple_of(const Shape& shape) {
  std::string text;
  for (const std::int64_t extent : shape) {
    text.append(text.empty() ? "" : ", ").append(std::to_string(extent));
  }
  return text;
}

std::string torch_script(const ConvDesc& d, Pass pass, const ReproducerSettings& settings) {
  const std::string stride = std::to_string(d.stride), pad = std::to_string(d.pad);
  std::string make = "dtype=torch.";
  make += settings.precision == "bf16"   ? "bfloat16"
          : settings.precision == "fp16" ? "float16"
          : settings.precision == "fp64" ? "float64"
                                         : "float32";
  make += ")";
  if (settings.channels_last) make += ".to(memory_format=torch.channels_last)";
  std::string script = "import torch\nfrom torch.utils.benchmark import Timer\n\n";
  script += "x = torch.randn(" + tuple_of(d.x) + ", " + make + "\n";
  script += "w = torch.randn(" + tuple_of(d.weight()) + ", " + make + "\n";
  std::string call;
  std::string names = "x=x, w=w";
  if (pass == Pass::Fwd) {
    call = "torch.nn.functional.conv2d(x, w, stride=" + stride + ", padding=" + pad + ")";
  } else {
    script += "dy = torch.randn(" + tuple_of(d.y()) + ", " + make + "\n";
    names += ", dy=dy";
    const char* mask = pass == Pass::BwdData ? "[True, False, False]" : "[False, True, False]";
    call = "torch.ops.aten.convolution_backward(dy, x, w, None, [" + stride + ", " + stride +
           "], [" + pad + ", " + pad + "], [1, 1], False, [0, 0], 1, " + mask + ")";
  }
  script += "with torch.no_grad():\n    print(Timer(\"" + call + "\", globals=dict(torch=torch, " +
            names + "),\n                num_threads=" + std::to_string(settings.threads) +
            ").blocked_autorange())\n";
  return script;
}

}  // namespace

Reproducer reproduce(const ConvProblem& problem, Pass pass, const ReproducerSettings& settings) {
  return {.benchdnn = benchdnn_line(problem, pass, settings),
          .miopen = miopen_line(problem.desc, pass, settings),
          .torch = torch_script(problem.desc, pass, settings)};
}

}  // namespace resnet_bench
