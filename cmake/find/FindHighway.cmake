# Makes the target hwy::hwy (Google Highway): from its own CMake configuration where there is one,
# else from the header and the library.

find_package(hwy QUIET CONFIG)
if(NOT TARGET hwy::hwy)
  find_path(Highway_INCLUDE_DIR hwy/highway.h)
  find_library(Highway_LIBRARY hwy)
  mark_as_advanced(Highway_INCLUDE_DIR Highway_LIBRARY)
  if(Highway_INCLUDE_DIR AND Highway_LIBRARY)
    add_library(hwy::hwy UNKNOWN IMPORTED)
    set_target_properties(hwy::hwy PROPERTIES
      IMPORTED_LOCATION ${Highway_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${Highway_INCLUDE_DIR})
    if(NOT Highway_LIBRARY MATCHES "\\.a$")
      # The header declares its symbols as imported only when told so.
      set_property(TARGET hwy::hwy PROPERTY INTERFACE_COMPILE_DEFINITIONS HWY_SHARED_DEFINE)
    endif()
  endif()
endif()

if(TARGET hwy::hwy)
  set(Highway_FOUND TRUE)
endif()
