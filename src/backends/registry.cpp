#include "backends/registry.hpp"

#include "resnet_bench/error.hpp"

#include "backends/cpu/cpu_backend.hpp"
#include "backends/cuda/loader.hpp"
#include "backends/reference/reference_backend.hpp"

namespace resnet_bench {
namespace {

bool asks_for_cuda(const std::string& device) { return device.rfind("cuda", 0) == 0; }

/// "cuda" is the first one.
int cuda_index(const std::string& device) {
  const std::string prefix = "cuda:";
  return device.rfind(prefix, 0) == 0 ? std::stoi(device.substr(prefix.size())) : 0;
}

std::unique_ptr<Backend> make_cuda(const BackendRequest& request) {
  return make_cuda_backend({.device = cuda_index(request.device),
                            .precision = request.precision,
                            .layout = request.layout,
                            .conv = request.conv,
                            .measure = request.measure});
}

std::unique_ptr<Backend> make_cpu(const BackendRequest& request) {
  return make_cpu_backend({.threads = request.threads,
                           .precision = request.precision,
                           .layout = request.layout,
                           .conv = request.conv,
                           .measure = request.measure});
}

std::unique_ptr<Backend> make_reference(const BackendRequest& request) {
  const bool nhwc = request.layout == "nhwc";
  if (request.layout != "auto" && request.layout != "nchw" && !nhwc) {
    throw Refusal("--layout " + request.layout +
                  ": the reference backend allows auto (nchw), nchw and nhwc");
  }
  if (request.conv != "auto" && request.conv != "library" && request.conv != "naive") {
    throw Refusal("--conv " + request.conv +
                  ": the reference backend allows auto, library and naive, which are one here");
  }
  return make_reference_backend({.precision = request.precision, .channels_last = nhwc});
}

}  // namespace

std::vector<Listing> list_devices() {
  const CudaAvailability cuda = find_cuda();
  return {
      {"cuda", cuda.available, cuda.explanation},
      {"cpu", true, make_cpu_backend({.threads = 1})->describe().model},
      {"reference", true,
       "naive loops in fp32, fp64, bf16 or fp16, one thread: the oracle, for small sizes"},
  };
}

std::vector<Listing> list_conv_algorithms() {
  std::vector<Listing> listings;
  for (const CpuConvAlgorithm& algorithm : cpu_conv_algorithms()) {
    listings.push_back({algorithm.name, algorithm.available, algorithm.description});
  }
  listings.push_back({"naive", true, "loops by the definition; --device reference alone"});
  return listings;
}

ChosenBackend make_backend(const BackendRequest& request) {
  if (asks_for_cuda(request.device)) {
    try {
      return {make_cuda(request), request.device + ": asked for by --device"};
    } catch (const CudaUnavailable& absent) {
      throw Refusal("--device " + request.device + ": " + absent.what() +
                    "; allowed: auto, cpu, reference");
    }
  }
  if (request.device == "reference") {
    return {make_reference(request), "reference: asked for by --device"};
  }
  if (request.device == "cpu") return {make_cpu(request), "cpu: asked for by --device"};
  try {
    return {make_cuda(request), "cuda: the best there is"};
  } catch (const CudaUnavailable& absent) {
    return {make_cpu(request), std::string("cpu: the best there is (cuda: ") + absent.what() + ")"};
  }
}

}  // namespace resnet_bench
