# Precompiled headers: most of the time that a source takes to compile goes into
# LLVM's headers, which are the same for all of them. A library, a tool or a test
# takes the largest set of headers that it has the libraries for:
#   Support  the standard library, ADT and Support
#   MC       that and LLVM's MC
#   IR       Support and LLVM's IR, for what links Core
#   CodeGen  all that and machine code, for lib/Backend/Tesla/CodeGen
# A source still includes what it uses: HEDDLE_PRECOMPILED=OFF shows what it lacks.
option(HEDDLE_PRECOMPILED "Precompile LLVM's headers" ON)

# What stands in front of all sources that derive from classes of LLVM's which
# are laid out by its assertions, where ours are on and those are off.
set(HEDDLE_LLVM_LAYOUT)
if(HEDDLE_ASSERTIONS AND NOT LLVM_ENABLE_ASSERTIONS)
  set(HEDDLE_LLVM_LAYOUT
    ${CMAKE_SOURCE_DIR}/lib/Backend/Tesla/CodeGen/TeslaLLVM.h)
endif()

# heddle_precompile(TARGET COMPONENT...): the headers for a target that links the
# COMPONENTs of LLVM.
function(heddle_precompile target)
  # Others have not been tried.
  if(NOT HEDDLE_PRECOMPILED OR NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    return()
  endif()
  set(tier Support)
  if("SelectionDAG" IN_LIST ARGN)
    set(tier CodeGen)
  elseif("Core" IN_LIST ARGN)
    set(tier IR)
  elseif("MC" IN_LIST ARGN)
    set(tier MC)
  endif()
  set(owner HeddlePrecompiled${tier})
  set(front)
  if(tier STREQUAL "CodeGen")
    set(front ${HEDDLE_LLVM_LAYOUT})
  endif()
  if(NOT TARGET ${owner})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${owner}.cpp CONTENT "")
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/${owner}.cpp)
    heddle_common_options(${owner})
    heddle_link_llvm(${owner} PRIVATE)
    target_precompile_headers(${owner} PRIVATE ${front}
      ${CMAKE_SOURCE_DIR}/cmake/precompiled/${tier}.h)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${owner})
  # Libraries and programs share a file only if both are compiled for either.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]c$")
  set_source_files_properties(${sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
