# Makes the target resnet_bench_openblas: OpenBLAS with its cblas.h, in any of its flavours
# (pthread, OpenMP, serial). Debian keeps each flavour in a folder of its own, to which OpenBLAS's
# CMake configuration and pkg-config file point; an OpenBLAS built from source is found through
# CMAKE_PREFIX_PATH or OpenBLAS_DIR.

find_package(OpenBLAS QUIET CONFIG)
set(include_dir ${OpenBLAS_INCLUDE_DIRS})
set(library ${OpenBLAS_LIBRARIES})

if(NOT OpenBLAS_FOUND)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(PC_OpenBLAS QUIET openblas)
  endif()
  find_path(OpenBLAS_CBLAS_DIR cblas.h
    HINTS ${PC_OpenBLAS_INCLUDE_DIRS} PATH_SUFFIXES openblas openblas-pthread openblas-openmp)
  find_library(OpenBLAS_LIBRARY openblas HINTS ${PC_OpenBLAS_LIBRARY_DIRS})
  mark_as_advanced(OpenBLAS_CBLAS_DIR OpenBLAS_LIBRARY)
  set(include_dir ${OpenBLAS_CBLAS_DIR})
  set(library ${OpenBLAS_LIBRARY})
endif()

if(include_dir AND library)
  add_library(resnet_bench_openblas INTERFACE IMPORTED)
  target_include_directories(resnet_bench_openblas INTERFACE ${include_dir})
  target_link_libraries(resnet_bench_openblas INTERFACE ${library})
  set(CBLAS_FOUND TRUE)
endif()
