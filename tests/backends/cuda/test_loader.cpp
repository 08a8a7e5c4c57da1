#include "backends/cuda/loader.hpp"
#include "vocabulary/made_tree.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

/// What is said where something is missing: one line with what, where it was looked for, what to
/// do.
namespace resnet_bench {
namespace {

class Loader : public testing::Test {
 protected:
  Loader() {
    driver_says(0, 1, 99'000);
    places_.driver = FAKE_DRIVER;
  }

  static void driver_says(int init, int count, int version) {
    setenv("FAKE_CU_INIT", std::to_string(init).c_str(), 1);
    setenv("FAKE_CU_COUNT", std::to_string(count).c_str(), 1);
    setenv("FAKE_CU_VERSION", std::to_string(version).c_str(), 1);
  }

  /// One line that has all of these.
  void expect_refusal(const std::vector<std::string>& parts) const {
    const CudaAvailability found = find_cuda(places_);
    EXPECT_FALSE(found.available);
    EXPECT_EQ(found.explanation.find('\n'), std::string::npos);
    for (const std::string& part : parts) {
      EXPECT_NE(found.explanation.find(part), std::string::npos) << found.explanation;
    }
    EXPECT_THROW(make_cuda_backend(CudaBackendOptions{}, places_), CudaUnavailable);
  }

  CudaPlaces places_{.module = MODULE_OF_ANOTHER_BUILD};
};

TEST_F(Loader, NoModuleInThisBuild) {
  places_.module.clear();
  expect_refusal({"this build has no cuda backend", "toolkit"});
}

TEST_F(Loader, NoDriver) {
  places_.driver = "libnowhere.so.1";
  expect_refusal({"no NVIDIA driver (libnowhere.so.1: ", "install it"});
}

TEST_F(Loader, NotADriver) {
  places_.driver = MODULE_OF_ANOTHER_BUILD;
  expect_refusal({"is not what it should be", "undefined symbol"});
}

TEST_F(Loader, ADriverWithoutAGpu) {
  driver_says(100, 0, 99'000);
  expect_refusal({"shows no GPU (cuInit gave 100)", "nvidia-smi"});
  driver_says(0, 0, 99'000);
  expect_refusal({"shows no GPU"});
}

TEST_F(Loader, AnOldDriver) {
  driver_says(0, 1, 11'080);
  expect_refusal({"the NVIDIA driver is for CUDA 11.8, this build for CUDA ", "newer driver"});
}

TEST_F(Loader, NoModuleBesideTheProgram) {
  places_.module = "/nowhere/resnet_bench_cuda.so";
  expect_refusal({"/nowhere/resnet_bench_cuda.so is not there", "beside the program"});
}

TEST_F(Loader, NoLibrary) {
  places_.libraries = {"libnowhere.so.9"};
  places_.first = {"/first"};
  places_.then = {"/then"};
  expect_refusal(
      {"libnowhere.so.9 was not found in the system's folders, /first, /then", "CUDNN_PATH"});
}

TEST_F(Loader, NotAModule) {
  places_.module = FAKE_DRIVER;
  expect_refusal({"is no cuda backend of resnet_bench"});
}

/// Both builds are printed.
TEST_F(Loader, AModuleOfAnotherBuild) {
  expect_refusal({"different builds: interface " + std::to_string(cuda_module_version),
                  "against interface " + std::to_string(cuda_module_version) + ", build another",
                  "build both anew"});
  places_.module = MODULE_OF_ANOTHER_VERSION;
  expect_refusal({"against interface 999, build unknown"});
}

TEST(CudaPlaces, OfTheEnvironmentToolkitAndPackages) {
  const MadeTree tree;
  const auto root = tree.root();
  for (const char* folder :
       {"usr/local/cuda/lib64", "venv/lib/python3.12/site-packages/nvidia/cudnn/lib", "conda/lib",
        "home/.local/lib/python3.9/site-packages/nvidia/cu13/lib",
        "usr/lib/python3/dist-packages/nvidia/cublas/lib"}) {
    std::filesystem::create_directories(root / folder);
  }
  const CudaPlaces places = usual_cuda_places(
      [&](const std::string& name) -> std::optional<std::string> {
        if (name == "CUDNN_PATH") return "/my/cudnn";
        if (name == "VIRTUAL_ENV") return (root / "venv").string();
        if (name == "CONDA_PREFIX") return (root / "conda").string();
        if (name == "HOME") return (root / "home").string();
        if (name == "CUDA_HOME") return "";  // as good as not set
        return std::nullopt;
      },
      root);
  EXPECT_EQ(places.first, (std::vector<std::filesystem::path>{"/my/cudnn/lib64", "/my/cudnn/lib"}));
  EXPECT_EQ(places.then,
            (std::vector<std::filesystem::path>{
                root / "usr/local/cuda/lib64",
                root / "venv/lib/python3.12/site-packages/nvidia/cudnn/lib", root / "conda/lib",
                root / "home/.local/lib/python3.9/site-packages/nvidia/cu13/lib",
                root / "usr/lib/python3/dist-packages/nvidia/cublas/lib"}));
}

/// The module itself, with real cuDNN and cuBLASLt, up to the first question to the driver.
TEST_F(Loader, TheModuleLoadsAndSaysWhatCudaSays) {
  CudaPlaces places = usual_cuda_places([](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
  });
  if (find_cuda(places).available) GTEST_SKIP() << "there is a GPU";
  places.driver = FAKE_DRIVER;
  const std::string words = find_cuda(places).explanation;
  EXPECT_NE(words.find("cudaGetDeviceCount: "), std::string::npos) << words;
  EXPECT_NE(words.find("cudaErrorInsufficientDriver"), std::string::npos) << words;
}

}  // namespace
}  // namespace resnet_bench
