# Compiler settings, as interface targets linked PRIVATE, so that nothing leaks into a parent project.

if(NOT LAYER_TIMING MATCHES "^[01]$")
  message(FATAL_ERROR "LAYER_TIMING is '${LAYER_TIMING}'; allowed: 0 or 1")
endif()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

add_library(resnet_bench_settings INTERFACE)
target_compile_features(resnet_bench_settings INTERFACE cxx_std_20)
target_compile_options(resnet_bench_settings INTERFACE
  # Designated initialisers leave the rest to the members' defaults, which is their point.
  -Wall -Wextra -Wno-missing-field-initializers -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  # GCC 12 sees overlaps in `"text" + string` that are not there (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${RESNET_BENCH_WERROR}>:-Werror>)

if(RESNET_BENCH_SANITIZE)
  target_compile_options(resnet_bench_settings INTERFACE
    -fsanitize=${RESNET_BENCH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(resnet_bench_settings INTERFACE -fsanitize=${RESNET_BENCH_SANITIZE})
endif()

# resnet_bench_library(NAME SOURCES file... DEPENDS target...)
# One static library a folder. DEPENDS is what it links; which headers a folder may include is
# checked by tests/include_direction.py, for all folders share one set of include paths.
function(resnet_bench_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC
    ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_DEPENDS} PRIVATE resnet_bench_settings ${ARG_PRIVATE_DEPENDS})
endfunction()

# resnet_bench_test(NAME SOURCES file... DEPENDS target... [LABELS label...])
# One GoogleTest program a folder, its tests known to ctest one by one.
function(resnet_bench_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_DEPENDS} resnet_bench_settings GTest::gtest_main)
  if(NOT ARG_LABELS)
    set(ARG_LABELS unit)  # an empty one would swallow the property behind it
  endif()
  # Passive: threads that wait must not take the cores of the tests beside them.
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS "${ARG_LABELS}" ENVIRONMENT OMP_WAIT_POLICY=passive)
endfunction()
