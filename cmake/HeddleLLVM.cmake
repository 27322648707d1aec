# Finds LLVM 19.1, and the few programs of it that the build and the tests run.
# The package file refuses "19": its version is 19.1.x.
find_package(LLVM 19.1 REQUIRED CONFIG
  HINTS /usr/lib/llvm-19/lib/cmake/llvm)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}, linked ${HEDDLE_LLVM}")

list(APPEND CMAKE_MODULE_PATH ${LLVM_CMAKE_DIR})
# The exported package does not set LLVM_TABLEGEN_EXE, and TableGen.cmake needs it.
find_program(LLVM_TABLEGEN_EXE NAMES llvm-tblgen
  HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED NO_DEFAULT_PATH)
set(LLVM_TABLEGEN_EXE ${LLVM_TABLEGEN_EXE} CACHE FILEPATH "" FORCE)
# TableGen writes dependencies relative to the build's folder, which is what Ninja
# reads; the new policy takes them for relative to the folder of the target, so
# that nothing is known of included files and all is generated at each build.
cmake_policy(PUSH)
cmake_policy(SET CMP0116 OLD)
include(TableGen)
cmake_policy(POP)
include(AddLLVM)

# Clang compiles lib/Builtins to bitcode, so it must be LLVM's own version.
find_program(HEDDLE_CLANG NAMES clang HINTS ${LLVM_TOOLS_BINARY_DIR}
  REQUIRED NO_DEFAULT_PATH)

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")

# heddle_link_llvm(TARGET SCOPE COMPONENT...)
function(heddle_link_llvm target scope)
  target_include_directories(${target} SYSTEM ${scope} ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(${target} ${scope} ${LLVM_DEFINITIONS_LIST})
  if(HEDDLE_LLVM STREQUAL "shared")
    target_link_libraries(${target} ${scope} LLVM)
  else()
    llvm_map_components_to_libnames(libs ${ARGN})
    target_link_libraries(${target} ${scope} ${libs})
  endif()
endfunction()

# heddle_tablegen(TARGET file.td OUTPUT -gen-... [OUTPUT -gen-... ...])
# Generates OUTPUT files into the current binary directory and makes TARGET, a
# name ending in TableGen, stand for them. A generator with an option of its own
# is one string: "-print-enums -class=Opcode".
function(heddle_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(TABLEGEN_OUTPUT)
  set(args ${ARGN})
  while(args)
    list(POP_FRONT args output generator)
    separate_arguments(generator)
    tablegen(LLVM ${output} ${generator}
      -I ${LLVM_MAIN_INCLUDE_DIR_OR_PACKAGE} -I ${CMAKE_SOURCE_DIR}/include)
  endwhile()
  add_custom_target(${target} DEPENDS ${TABLEGEN_OUTPUT})
endfunction()
list(GET LLVM_INCLUDE_DIRS 0 LLVM_MAIN_INCLUDE_DIR_OR_PACKAGE)
