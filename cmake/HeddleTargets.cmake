# How a library, a tool and a unit test are declared. Libraries say which other
# Heddle libraries they use; Layering.cmake says which they may.
include(Layering)

function(heddle_common_options target)
  target_compile_options(${target} PRIVATE ${HEDDLE_WARNING_FLAGS})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  # Vtable-matching LLVM classes need -fno-rtti, as LLVM itself is built.
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)
endfunction()

# heddle_join_sources(TARGET): the compiler reads HEDDLE_UNITY sources of a target
# as one. Most of the time that a source takes goes into LLVM's templates and inline
# functions, which joined sources compile once.
function(heddle_join_sources target)
  if(HEDDLE_UNITY GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON
      UNITY_BUILD_BATCH_SIZE ${HEDDLE_UNITY}
      UNITY_BUILD_CODE_BEFORE_INCLUDE "#undef DEBUG_TYPE")
  endif()
endfunction()

# heddle_add_library(NAME file.cpp... DEPENDS lib... LLVM component...
#                    TABLEGEN target...)
# The CMake target is HeddleNAME.
function(heddle_add_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LLVM;TABLEGEN" ${ARGN})
  set(target Heddle${name})
  add_library(${target} STATIC ${ARG_UNPARSED_ARGUMENTS})
  heddle_common_options(${target})
  heddle_link_llvm(${target} PUBLIC ${ARG_LLVM})
  heddle_precompile(${target} ${ARG_LLVM})
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(${target} PUBLIC Heddle${dep})
  endforeach()
  if(ARG_TABLEGEN)
    add_dependencies(${target} ${ARG_TABLEGEN})
  endif()
  heddle_join_sources(${target})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  # What TableGen writes does not answer to our warnings.
  target_include_directories(${target} SYSTEM PRIVATE
    ${CMAKE_CURRENT_BINARY_DIR})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LIBRARIES ${name})
  set_property(GLOBAL PROPERTY HEDDLE_DEPENDS_${name} "${ARG_DEPENDS}")
endfunction()

# heddle_limit_symbols(TARGET MAP): a shared library shows what the version
# script MAP names, and lacks nothing.
function(heddle_limit_symbols target map)
  target_link_options(${target} PRIVATE -Wl,--version-script=${map})
  # The runtime of a sanitizer is the program's.
  if(NOT HEDDLE_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map})
endfunction()

# heddle_show_only(TARGET MAP): a shared library of this build shows what the
# version script MAP names, and finds the others beside itself.
function(heddle_show_only target map)
  heddle_limit_symbols(${target} ${map})
  set_target_properties(${target} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib
    BUILD_RPATH "$ORIGIN"
    INSTALL_RPATH "$ORIGIN"
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_PROGRAMS ${target})
endfunction()

# heddle_add_shared_library(NAME LIBRARY MAP): libNAME.so with all of the static
# LIBRARY and what that needs. It shows nothing of LLVM, which its process may
# have another copy of.
function(heddle_add_shared_library name library map)
  # A library of its own needs a source.
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} SHARED ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name}
    PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${library}>)
  heddle_show_only(${name} ${map})
endfunction()

# heddle_link_for_startup(TARGET): most of a short run of a tool is the work of
# the dynamic linker and page faults. At fixed addresses nothing of LLVM's tables
# is relocated, which would make copies of their pages; without shared libraries
# nothing is looked up; the functions that compiling calls lie side by side, and
# so do, with their section kept apart, the initializers of LLVM's options.
function(heddle_link_for_startup target)
  if(HEDDLE_SANITIZE OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  if(HEDDLE_STATIC_TOOLS)
    set_target_properties(${target} PROPERTIES HEDDLE_IS_STATIC ON)
    target_link_options(${target} PRIVATE -static)
  else()
    target_link_options(${target} PRIVATE
      -no-pie -static-libstdc++ -static-libgcc)
  endif()
  if(LLD_PROGRAM)
    set(order ${CMAKE_SOURCE_DIR}/cmake/symbols.order)
    target_link_options(${target} PRIVATE -Wl,-z,keep-text-section-prefix
      -Wl,--symbol-ordering-file=${order} -Wl,--no-warn-symbol-ordering)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${order})
  endif()
endfunction()

# heddle_add_tool(NAME file.cpp... DEPENDS lib... LLVM component...)
function(heddle_add_tool name)
  cmake_parse_arguments(ARG "EXPORT_SYMBOLS" "" "DEPENDS;LLVM" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  heddle_common_options(${name})
  heddle_link_llvm(${name} PRIVATE ${ARG_LLVM})
  heddle_precompile(${name} ${ARG_LLVM})
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(${name} PRIVATE Heddle${dep})
  endforeach()
  heddle_join_sources(${name})
  target_link_libraries(${name} PRIVATE fmt::fmt-header-only)
  if(ARG_EXPORT_SYMBOLS)
    # Pass plugins resolve LLVM's symbols against the tool itself.
    set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
    target_link_options(${name} PRIVATE -Wl,--no-gc-sections)
  else()
    heddle_link_for_startup(${name})
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_PROGRAMS ${name})
endfunction()

# heddle_add_manual(NAME): the manual page and the completions of a tool, which
# it writes itself.
function(heddle_add_manual name)
  set(man ${CMAKE_BINARY_DIR}/share/man/man1)
  set(bash ${CMAKE_BINARY_DIR}/share/bash-completion/completions)
  set(zsh ${CMAKE_BINARY_DIR}/share/zsh/site-functions)
  set(fish ${CMAKE_BINARY_DIR}/share/fish/vendor_completions.d)
  file(MAKE_DIRECTORY ${man} ${bash} ${zsh} ${fish})
  add_custom_command(
    OUTPUT ${man}/${name}.1 ${bash}/${name} ${zsh}/_${name} ${fish}/${name}.fish
    COMMAND ${name} --man-page > ${man}/${name}.1
    COMMAND ${name} --completion=bash > ${bash}/${name}
    COMMAND ${name} --completion=zsh > ${zsh}/_${name}
    COMMAND ${name} --completion=fish > ${fish}/${name}.fish
    DEPENDS ${name}
    COMMENT "Writing the manual page and the completions of ${name}"
    VERBATIM)
  add_custom_target(${name}-manual ALL DEPENDS ${man}/${name}.1)
  set_property(GLOBAL APPEND PROPERTY HEDDLE_MANUALS ${name}-manual)
  install(FILES ${man}/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${bash}/${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${zsh}/_${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${fish}/${name}.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

# heddle_add_unittest(NAME file.cpp... DEPENDS lib... LLVM component...)
function(heddle_add_unittest name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LLVM" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  heddle_common_options(${name})
  heddle_link_llvm(${name} PRIVATE Support ${ARG_LLVM})
  heddle_precompile(${name} ${ARG_LLVM})
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(${name} PRIVATE Heddle${dep})
  endforeach()
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/unittests)
  add_test(NAME unit-${name} COMMAND ${name})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_UNITTESTS ${name})
  if(HEDDLE_SANITIZE)
    set_tests_properties(unit-${name} PROPERTIES
      ENVIRONMENT "ASAN_OPTIONS=${HEDDLE_ASAN_OPTIONS}")
  endif()
endfunction()
