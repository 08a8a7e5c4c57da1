# Makes the target resnet_bench_openblas: OpenBLAS with its cblas.h, in any of its flavours
# (pthread, OpenMP, serial). An OpenBLAS built from source is found through CMAKE_PREFIX_PATH or
# OpenBLAS_DIR.

find_package(OpenBLAS QUIET CONFIG)
set(include_dir ${OpenBLAS_INCLUDE_DIRS})
set(library ${OpenBLAS_LIBRARIES})

# Newer Debian and Ubuntu reach OpenBLAS's CMake configuration through a link, from where the
# relative paths in it lead nowhere. There, and without a configuration: the library, then the
# header in the folder named like the library's own (openblas-pthread, ...).
if(NOT EXISTS "${include_dir}/cblas.h")
  find_library(OpenBLAS_LIBRARY openblas)
  get_filename_component(folder "${OpenBLAS_LIBRARY}" REALPATH)
  get_filename_component(folder "${folder}" DIRECTORY)
  get_filename_component(flavour "${folder}" NAME)
  find_path(OpenBLAS_CBLAS_DIR cblas.h PATH_SUFFIXES ${flavour} openblas)
  mark_as_advanced(OpenBLAS_LIBRARY OpenBLAS_CBLAS_DIR)
  set(include_dir ${OpenBLAS_CBLAS_DIR})
  set(library ${OpenBLAS_LIBRARY})
endif()

if(include_dir AND library)
  add_library(resnet_bench_openblas INTERFACE IMPORTED)
  target_include_directories(resnet_bench_openblas INTERFACE ${include_dir})
  target_link_libraries(resnet_bench_openblas INTERFACE ${library})
  set(OpenBLAS_FOUND TRUE)
endif()
