# The CUDA toolkit, 12 or 13, and cuDNN 9, wherever they are: makes resnet_bench_cuda_headers, and
# sets RESNET_BENCH_CUDNN_LIBRARY. Without them nothing is made, and the program has no cuda backend.
set(RESNET_BENCH_CUDA AUTO CACHE STRING "Build the cuda backend: AUTO, ON or OFF")
set_property(CACHE RESNET_BENCH_CUDA PROPERTY STRINGS AUTO ON OFF)
set(RESNET_BENCH_CUDA_ARCHITECTURES "" CACHE STRING
  "Architectures as in CMAKE_CUDA_ARCHITECTURES; empty: all that the toolkit knows and cuDNN runs on")

# What keeps the backend from being built: an error with ON.
function(resnet_bench_no_cuda reason)
  if(RESNET_BENCH_CUDA STREQUAL "ON")
    message(FATAL_ERROR "RESNET_BENCH_CUDA=ON, but ${reason}")
  endif()
  message(STATUS "No cuda backend: ${reason}")
endfunction()

if(NOT RESNET_BENCH_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "RESNET_BENCH_CUDA is '${RESNET_BENCH_CUDA}'; allowed: AUTO, ON, OFF")
elseif(RESNET_BENCH_CUDA STREQUAL "OFF")
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER)
  find_program(RESNET_BENCH_NVCC nvcc
    HINTS ENV CUDACXX ENV CUDA_PATH ENV CUDA_HOME ENV CONDA_PREFIX
    PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES bin)
  mark_as_advanced(RESNET_BENCH_NVCC)
  if(NOT RESNET_BENCH_NVCC)
    resnet_bench_no_cuda("nvcc was not found in PATH, CUDA_PATH, CUDA_HOME or /usr/local/cuda")
    return()
  endif()
  set(CMAKE_CUDA_COMPILER ${RESNET_BENCH_NVCC})
endif()

# Code for a major version runs on its later minor ones, so one or two of each will do; the last
# also as PTX, which newer ones compile when they load it.
execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE text ERROR_QUIET)
string(REGEX MATCH "release ([0-9]+)\\.([0-9]+)" release "${text}")
set(major "${CMAKE_MATCH_1}")
set(minor "${CMAKE_MATCH_2}")
if(NOT major MATCHES "^(12|13)$")
  resnet_bench_no_cuda("${CMAKE_CUDA_COMPILER} is of CUDA '${major}.${minor}'; 12 or 13 is needed")
  return()
endif()
if(RESNET_BENCH_CUDA_ARCHITECTURES)
  set(architectures ${RESNET_BENCH_CUDA_ARCHITECTURES})
elseif(major EQUAL 13)
  set(architectures 75-real 80-real 86-real 89-real 90-real 100-real 110-real 120)
elseif(minor GREATER_EQUAL 8)
  set(architectures 70-real 75-real 80-real 86-real 89-real 90-real 100-real 120)
else()
  set(architectures 70-real 75-real 80-real 86-real 89-real 90)
endif()
set(CMAKE_CUDA_ARCHITECTURES ${architectures} CACHE STRING "" FORCE)
set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER} CACHE FILEPATH "" FORCE)
include(CheckLanguage)
check_language(CUDA)
if(NOT CMAKE_CUDA_COMPILER)
  resnet_bench_no_cuda("nvcc does not work with ${CMAKE_CXX_COMPILER}")
  return()
endif()
enable_language(CUDA)
find_package(CUDAToolkit QUIET)

# pip's packages have the library under the name that programs load alone.
set(cudnn_hints ENV CUDNN_PATH ENV CUDNN_HOME ENV CONDA_PREFIX)
file(GLOB cudnn_packages
  $ENV{VIRTUAL_ENV}/lib/python3*/site-packages/nvidia/cudnn
  $ENV{CONDA_PREFIX}/lib/python3*/site-packages/nvidia/cudnn
  $ENV{HOME}/.local/lib/python3*/site-packages/nvidia/cudnn
  /usr/local/lib/python3*/dist-packages/nvidia/cudnn
  /usr/local/lib/python3*/site-packages/nvidia/cudnn)
find_path(RESNET_BENCH_CUDNN_INCLUDE_DIR cudnn_version.h
  HINTS ${cudnn_hints} ${CUDAToolkit_INCLUDE_DIRS} PATHS ${cudnn_packages} PATH_SUFFIXES include)
find_library(RESNET_BENCH_CUDNN_LIBRARY NAMES cudnn libcudnn.so.9
  HINTS ${cudnn_hints} ${CUDAToolkit_LIBRARY_DIR} PATHS ${cudnn_packages}
  PATH_SUFFIXES lib lib64)
mark_as_advanced(RESNET_BENCH_CUDNN_INCLUDE_DIR RESNET_BENCH_CUDNN_LIBRARY)
if(NOT CUDAToolkit_FOUND OR NOT TARGET CUDA::cublasLt OR NOT TARGET CUDA::cudart_static)
  resnet_bench_no_cuda("the toolkit of ${CMAKE_CUDA_COMPILER} has no cublasLt or static cudart")
  return()
elseif(NOT RESNET_BENCH_CUDNN_INCLUDE_DIR OR NOT RESNET_BENCH_CUDNN_LIBRARY)
  resnet_bench_no_cuda("cuDNN was not found in CUDNN_PATH, the toolkit, the system, pip's or conda's places")
  return()
endif()
file(STRINGS ${RESNET_BENCH_CUDNN_INCLUDE_DIR}/cudnn_version.h version REGEX "define CUDNN_(MAJOR|MINOR) ")
string(REGEX REPLACE "[^0-9;]" "" version "${version}")
list(JOIN version "." version)
if(NOT version MATCHES "^9\\.")
  resnet_bench_no_cuda("cuDNN in ${RESNET_BENCH_CUDNN_INCLUDE_DIR} is ${version}; 9 is needed")
  return()
endif()

add_library(resnet_bench_cuda_headers INTERFACE)
target_include_directories(resnet_bench_cuda_headers SYSTEM INTERFACE
  ${CUDAToolkit_INCLUDE_DIRS} ${RESNET_BENCH_CUDNN_INCLUDE_DIR})
list(JOIN architectures " " architectures)
message(STATUS "cuda backend: CUDA ${CUDAToolkit_VERSION}, cuDNN ${version}, for ${architectures}")
