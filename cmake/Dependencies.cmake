# Finds every package the build uses, wherever CMake can see it. Nothing is downloaded. What is not
# there is collected and reported in one error. scripts/setup includes this file to learn what to
# install: with RESNET_BENCH_MISSING_FILE set, the apt packages are written there, one a line, those
# that the build can do without marked "optional", and no error is raised.

set(resnet_bench_missing_names "")
set(resnet_bench_missing_apt "")

# resnet_bench_find(NAME TARGET target APT package [OPTIONAL] [ARGS find_package arguments...])
# Leaves the imported target, or notes what is missing. A target that a parent project already has
# is taken as it is.
function(resnet_bench_find name)
  cmake_parse_arguments(ARG "OPTIONAL" "TARGET;APT" "ARGS" ${ARGN})
  if(NOT TARGET ${ARG_TARGET})
    find_package(${name} QUIET ${ARG_ARGS})
  endif()
  if(NOT TARGET ${ARG_TARGET} AND ARG_OPTIONAL)
    list(APPEND resnet_bench_missing_apt "${ARG_APT} optional")
    set(resnet_bench_missing_apt ${resnet_bench_missing_apt} PARENT_SCOPE)
  elseif(NOT TARGET ${ARG_TARGET})
    list(APPEND resnet_bench_missing_names ${name})
    list(APPEND resnet_bench_missing_apt ${ARG_APT})
    set(resnet_bench_missing_names ${resnet_bench_missing_names} PARENT_SCOPE)
    set(resnet_bench_missing_apt ${resnet_bench_missing_apt} PARENT_SCOPE)
  endif()
endfunction()

# GCC brings its OpenMP along; Clang's is a package of its own.
set(openmp_apt g++)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(openmp_apt libomp-dev)
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/find)

resnet_bench_find(Threads TARGET Threads::Threads APT libc6-dev)
resnet_bench_find(OpenMP TARGET OpenMP::OpenMP_CXX APT ${openmp_apt} ARGS COMPONENTS CXX)
resnet_bench_find(SQLite3 TARGET SQLite::SQLite3 APT libsqlite3-dev)
resnet_bench_find(spdlog TARGET spdlog::spdlog APT libspdlog-dev ARGS CONFIG)
resnet_bench_find(CLI11 TARGET CLI11::CLI11 APT libcli11-dev ARGS CONFIG)
resnet_bench_find(nlohmann_json TARGET nlohmann_json::nlohmann_json APT nlohmann-json3-dev ARGS CONFIG)
resnet_bench_find(Highway TARGET hwy::hwy APT libhwy-dev ARGS MODULE)
resnet_bench_find(OpenBLAS TARGET resnet_bench_openblas APT libopenblas-dev ARGS MODULE)
if(RESNET_BENCH_TESTS)
  resnet_bench_find(GTest TARGET GTest::gtest APT libgtest-dev)
  resnet_bench_find(SQLite3Shell TARGET sqlite3_shell APT sqlite3 ARGS MODULE)
endif()
if(RESNET_BENCH_BENCHMARKS)
  resnet_bench_find(benchmark TARGET benchmark::benchmark APT libbenchmark-dev ARGS CONFIG)
endif()

# Makes convolutions faster; without it OpenBLAS computes them.
set(RESNET_BENCH_ONEDNN AUTO CACHE STRING "Use oneDNN for convolutions on a CPU: AUTO, ON or OFF")
set_property(CACHE RESNET_BENCH_ONEDNN PROPERTY STRINGS AUTO ON OFF)
if(RESNET_BENCH_ONEDNN STREQUAL "ON")
  resnet_bench_find(oneDNN TARGET resnet_bench_onednn APT libdnnl-dev ARGS MODULE)
elseif(RESNET_BENCH_ONEDNN STREQUAL "AUTO")
  resnet_bench_find(oneDNN TARGET resnet_bench_onednn APT libdnnl-dev OPTIONAL ARGS MODULE)
endif()

list(REMOVE_DUPLICATES resnet_bench_missing_apt)
if(RESNET_BENCH_MISSING_FILE)
  list(JOIN resnet_bench_missing_apt "\n" lines)
  file(WRITE ${RESNET_BENCH_MISSING_FILE} "${lines}\n")
elseif(resnet_bench_missing_names)
  list(JOIN resnet_bench_missing_names ", " names)
  list(FILTER resnet_bench_missing_apt EXCLUDE REGEX " optional$")
  list(JOIN resnet_bench_missing_apt " " packages)
  message(FATAL_ERROR "Not found: ${names}\n"
    "scripts/setup installs them; by hand on Debian or Ubuntu:\n"
    "  apt-get install ${packages}\n"
    "Those installed elsewhere are found through -DCMAKE_PREFIX_PATH=...")
endif()
