# Makes the target resnet_bench_onednn: oneDNN 2.x or 3.x for the CPU, with its headers. Not from
# its own CMake configuration: Debian's asks for OpenCL's development files, which we do not need.

find_path(oneDNN_INCLUDE_DIR dnnl.hpp PATH_SUFFIXES oneapi/dnnl)
find_library(oneDNN_LIBRARY dnnl)
mark_as_advanced(oneDNN_INCLUDE_DIR oneDNN_LIBRARY)
if(oneDNN_INCLUDE_DIR AND oneDNN_LIBRARY)
  add_library(resnet_bench_onednn UNKNOWN IMPORTED)
  set_target_properties(resnet_bench_onednn PROPERTIES
    IMPORTED_LOCATION ${oneDNN_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${oneDNN_INCLUDE_DIR})
  set(oneDNN_FOUND TRUE)
endif()
