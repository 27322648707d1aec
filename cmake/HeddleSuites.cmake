# Targets that build what some tests need and run them: check-heddle-FOLDER for
# each folder of test/, in lower case, and check-heddle-unit.

# heddle_add_suite(NAME COMMAND...)
function(heddle_add_suite name)
  add_custom_target(check-heddle-${name} COMMAND ${ARGN}
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMENT "Running the tests of ${name}"
    USES_TERMINAL VERBATIM)
endfunction()

# heddle_add_suites(TABLE): the targets for the rows of TABLE, which says how they
# are written. BUILD/suites.txt gets the rows "program TARGET" and "unittest
# TARGET FOLDER" for the scripts.
function(heddle_add_suites table)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  get_property(programs GLOBAL PROPERTY HEDDLE_PROGRAMS)
  list(APPEND programs ptx-random CountBarriers)
  get_property(manuals GLOBAL PROPERTY HEDDLE_MANUALS)
  file(STRINGS ${table} lines REGEX "^[A-Za-z]")
  foreach(line ${lines})
    if(NOT line MATCHES "^([A-Za-z0-9]+): *([^|]*)[|]")
      message(FATAL_ERROR "${table}: no row is written like '${line}'")
    endif()
    set(folder ${CMAKE_MATCH_1})
    string(REPLACE " " ";" needed "${CMAKE_MATCH_2}")
    if(NOT IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder})
      continue()
    endif()
    if(needed STREQUAL "everything;")
      set(needed ${programs} ${manuals})
    endif()
    string(TOLOWER ${folder} name)
    heddle_add_suite(${name} ${Python3_EXECUTABLE} ${HEDDLE_LIT} -sv
      ${CMAKE_CURRENT_BINARY_DIR}/${folder})
    foreach(target ${needed})
      add_dependencies(check-heddle-${name} ${target})
    endforeach()
  endforeach()

  heddle_add_suite(unit ${CMAKE_CTEST_COMMAND} --output-on-failure -R "^unit-")
  get_property(unittests GLOBAL PROPERTY HEDDLE_UNITTESTS)
  add_dependencies(check-heddle-unit ${unittests})

  foreach(target ${programs})
    string(APPEND rows "program ${target}\n")
  endforeach()
  foreach(target ${unittests})
    get_target_property(folder ${target} SOURCE_DIR)
    cmake_path(GET folder FILENAME folder)
    string(APPEND rows "unittest ${target} ${folder}\n")
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/suites.txt CONTENT "${rows}")
endfunction()
