# Run at every build: writes OUTPUT from INPUT with the commit of the source, when it differs.
#   cmake -D SOURCE=dir -D VERSION=x -D INPUT=version.hpp.in -D OUTPUT=version.hpp -P WriteVersion.cmake
set(RESNET_BENCH_COMMIT "")
find_package(Git QUIET)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --dirty --abbrev=12
                  OUTPUT_VARIABLE RESNET_BENCH_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
