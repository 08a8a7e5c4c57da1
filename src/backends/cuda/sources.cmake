# The module's sources, for the module and for tests that link them to a double of the libraries.
set(resnet_bench_cuda_sources
  activation.cpp
  batch_norm.cpp
  conv.cpp
  conv_chooser.cpp
  conv_find.cpp
  cuda_backend.cpp
  cudnn/conv_engines.cpp
  cudnn/conv_graph.cpp
  cudnn/descriptor.cpp
  device.cpp
  device_memory.cpp
  event_marker.cpp
  graph_recording.cpp
  layouts.cpp
  linear.cpp
  matmul.cpp
  nvml_sensors.cpp
  pooling.cpp
  reorder.cpp
  runtime.cpp
  sgd.cpp
  softmax_cross_entropy.cpp)
# Compiled by nvcc for the module; as C++ for the double.
set(resnet_bench_cuda_kernels
  kernels/activation.cu
  kernels/batch_norm.cu
  kernels/cast.cu
  kernels/column_sum.cu
  kernels/conv_epilogue.cu
  kernels/conv_sample.cu
  kernels/pooling.cu
  kernels/reorder.cu
  kernels/sgd.cu
  kernels/softmax.cu)
list(TRANSFORM resnet_bench_cuda_sources PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
list(TRANSFORM resnet_bench_cuda_kernels PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
