# embed_text(TARGET target FILES file...)
# Gives the sources of TARGET each file's text as a constant, made anew when the file changes:
#   #include "embedded/schema.sql.hpp"   ->   resnet_bench::embedded::schema_sql
# which is an `inline constexpr std::string_view`. In the head of a .sql file the dot-commands of
# the sqlite3 shell are left out (their lines stay, empty), for they are not SQL.
#
# The same file, run as a script at build time, does the work (see the end).

function(embed_text)
  cmake_parse_arguments(ARG "" "TARGET" "FILES" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${ARG_TARGET}_embedded)
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(file ${file} ABSOLUTE)
    get_filename_component(name ${file} NAME)
    set(header ${folder}/embedded/${name}.hpp)
    add_custom_command(
      OUTPUT ${header}
      COMMAND ${CMAKE_COMMAND} -D INPUT=${file} -D OUTPUT=${header}
              -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      DEPENDS ${file} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      COMMENT "Embedding ${name}"
      VERBATIM)
    target_sources(${ARG_TARGET} PRIVATE ${header})
  endforeach()
  target_include_directories(${ARG_TARGET} PRIVATE ${folder})
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

file(READ ${INPUT} text)
get_filename_component(name ${INPUT} NAME)
string(MAKE_C_IDENTIFIER ${name} constant)

if(name MATCHES "\\.sql$")
  # The head: comments, empty lines and dot-commands, up to the first line of SQL.
  set(head "")
  while(text MATCHES "^(\\.[^\n]*|--[^\n]*|[ \t]*)\n")
    set(line "${CMAKE_MATCH_0}")
    string(LENGTH "${line}" length)
    string(SUBSTRING "${text}" ${length} -1 text)
    if(line MATCHES "^\\.")
      set(line "\n")
    endif()
    string(APPEND head "${line}")
  endwhile()
  string(PREPEND text "${head}")
endif()

string(LENGTH "${text}" length)
string(FIND "${text}" ")embedded\"" delimiter)
if(length GREATER 65535)
  message(FATAL_ERROR "${INPUT} has ${length} bytes; compilers promise at most 65535 a literal")
elseif(NOT delimiter EQUAL -1)
  message(FATAL_ERROR "${INPUT} contains )embedded\", which ends the literal it would be put in")
endif()

file(WRITE ${OUTPUT} "// Made from ${name} by cmake/EmbedText.cmake.
#pragma once

#include <string_view>

namespace resnet_bench::embedded {

inline constexpr std::string_view ${constant} = R\"embedded(${text})embedded\";

}  // namespace resnet_bench::embedded
")
