# The libraries that take the place of NVIDIA's. They are in a folder of their
# own, so that no program finds them unless it is told to.
set(HEDDLE_CUDA_DIR heddle)

# heddle_add_cuda_library(NAME file.cpp... SOVERSION version EXPORTS map
#                         DEPENDS lib... LINK library...)
# The CMake target is HeddleNAME.so, which becomes libNAME.so.
function(heddle_add_cuda_library name)
  cmake_parse_arguments(ARG "" "SOVERSION;EXPORTS" "DEPENDS;LINK" ${ARGN})
  set(target Heddle${name}.so)
  set(map ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_EXPORTS})
  add_library(${target} SHARED ${ARG_UNPARSED_ARGUMENTS})
  heddle_common_options(${target})
  heddle_link_llvm(${target} PRIVATE Support)
  foreach(dep ${ARG_DEPENDS})
    target_link_libraries(${target} PRIVATE Heddle${dep})
  endforeach()
  target_link_libraries(${target} PRIVATE ${ARG_LINK})
  # LLVM is inside and must not be seen: the process may have another one.
  heddle_limit_symbols(${target} ${map})
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    SOVERSION ${ARG_SOVERSION}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/${HEDDLE_CUDA_DIR})
  install(TARGETS ${target}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${HEDDLE_CUDA_DIR})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_PROGRAMS ${target})
endfunction()
