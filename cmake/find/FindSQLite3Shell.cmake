# The command line program of SQLite, with which the tests run sql/*.sql as a user does.
# Defines the imported executable sqlite3_shell.
find_program(SQLite3Shell_EXECUTABLE sqlite3)
mark_as_advanced(SQLite3Shell_EXECUTABLE)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SQLite3Shell REQUIRED_VARS SQLite3Shell_EXECUTABLE)

if(SQLite3Shell_FOUND AND NOT TARGET sqlite3_shell)
  add_executable(sqlite3_shell IMPORTED)
  set_target_properties(sqlite3_shell PROPERTIES IMPORTED_LOCATION ${SQLite3Shell_EXECUTABLE})
endif()
