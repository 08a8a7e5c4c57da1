#include "backends/cuda/loader.hpp"
#include "backends/cuda/network_check.hpp"
#include "backends/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <cudnn.h>
#include <dlfcn.h>
#include <fstream>
#include <iostream>
#include <string>

/// What is checked on a real GPU, through the module as the program loads it; part of
/// scripts/gpu_check. Where there is no GPU, every test is skipped and says why.
namespace resnet_bench {
namespace {

std::string device_json_file;

class OnGpu : public testing::Test {
 protected:
  void SetUp() override {
    const CudaAvailability found = find_cuda();
    if (!found.available) GTEST_SKIP() << found.explanation;
  }
};

TEST_F(OnGpu, IsThere) { EXPECT_NE(find_cuda().explanation, ""); }

/// A function of the cuDNN that the module has loaded.
template <class Function>
Function* cudnn_function(const char* name) {
  void* const library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_NOLOAD);
  return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

/// Writes what tests/backends/cuda/devices holds for other devices.
TEST_F(OnGpu, DescribesItself) {
  const auto backend = make_cuda_backend(CudaBackendOptions{});
  auto* const create =
      cudnn_function<decltype(cudnnBackendCreateDescriptor)>("cudnnBackendCreateDescriptor");
  auto* const set = cudnn_function<decltype(cudnnBackendSetAttribute)>("cudnnBackendSetAttribute");
  auto* const get = cudnn_function<decltype(cudnnBackendGetAttribute)>("cudnnBackendGetAttribute");
  auto* const finalize = cudnn_function<decltype(cudnnBackendFinalize)>("cudnnBackendFinalize");
  auto* const destroy =
      cudnn_function<decltype(cudnnBackendDestroyDescriptor)>("cudnnBackendDestroyDescriptor");
  ASSERT_TRUE(create != nullptr && set != nullptr && get != nullptr && finalize != nullptr &&
              destroy != nullptr);
  cudnnBackendDescriptor_t device = nullptr;
  ASSERT_EQ(create(CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR, &device), CUDNN_STATUS_SUCCESS);
  const std::int32_t number = 0;
  ASSERT_EQ(set(device, CUDNN_ATTR_DEVICEPROP_DEVICE_ID, CUDNN_TYPE_INT32, 1, &number),
            CUDNN_STATUS_SUCCESS);
  ASSERT_EQ(finalize(device), CUDNN_STATUS_SUCCESS);
  std::int64_t bytes = 0;
  ASSERT_EQ(
      get(device, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, 0, &bytes, nullptr),
      CUDNN_STATUS_SUCCESS);
  std::string json(static_cast<std::size_t>(bytes), ' ');
  ASSERT_EQ(get(device, CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION, CUDNN_TYPE_CHAR, bytes, &bytes,
                json.data()),
            CUDNN_STATUS_SUCCESS);
  destroy(device);
  if (!device_json_file.empty()) std::ofstream(device_json_file) << json.c_str() << '\n';
}

using Case = std::tuple<test::Numerics, test::Mode>;

class OnGpuNetworks : public OnGpu, public testing::WithParamInterface<Case> {};

TEST_P(OnGpuNetworks, AgreeWithTheReference) {
  const auto& [numerics, mode] = GetParam();
  const NetworkOptions options = test::small_network(mode);
  const auto reference = make_reference_backend({});
  const auto cuda = make_cuda_backend(numerics.options);
  const test::Outcome expected = test::run_once(*reference, options, test::small_tree(options));
  const test::Outcome first = test::run_once(*cuda, options, test::small_tree(options));
  test::expect_close(first, expected, numerics.bound);
  EXPECT_EQ(test::run_once(*cuda, options, test::small_tree(options)), first) << "the same bits";
  std::cout << numerics.name << ": largest error " << test::largest_error(first, expected)
            << " of the largest element\n";
}

INSTANTIATE_TEST_SUITE_P(Nets, OnGpuNetworks,
                         testing::Combine(testing::ValuesIn(test::all_numerics()),
                                          testing::ValuesIn(test::all_modes())),
                         test::name_of_case);

}  // namespace
}  // namespace resnet_bench

/// --device-json=FILE: where DescribesItself writes to.
int main(int count, char** arguments) {
  testing::InitGoogleTest(&count, arguments);
  const std::string option = "--device-json=";
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.rfind(option, 0) != 0) {
      std::cerr << "unknown argument '" << argument << "'; allowed: " << option << "FILE\n";
      return 2;
    }
    resnet_bench::device_json_file = argument.substr(option.size());
  }
  return RUN_ALL_TESTS();
}
