# Language level, warnings and sanitizers. Only our own code sees the warning
# flags: LLVM's headers are SYSTEM.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# A static link against LLVM takes about a gigabyte: one at a time.
set_property(GLOBAL PROPERTY JOB_POOLS heddle_link=1)
set(CMAKE_JOB_POOL_LINK heddle_link)
find_program(LLD_PROGRAM NAMES ld.lld-19 ld.lld)
if(LLD_PROGRAM AND CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(--ld-path=${LLD_PROGRAM})
endif()
# LLVM's package names libraries that we never call.
add_link_options(-Wl,--gc-sections -Wl,--as-needed)
add_compile_options(-ffunction-sections -fdata-sections)

if(HEDDLE_ASSERTIONS)
  add_compile_options(-UNDEBUG)
endif()

set(HEDDLE_SANITIZE "" CACHE STRING "Sanitizers, e.g. address,undefined")
if(HEDDLE_SANITIZE)
  add_compile_options(-fsanitize=${HEDDLE_SANITIZE} -fno-sanitize=vptr
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HEDDLE_SANITIZE})
  # LLVM's allocators poison what they have not given away. That works where all
  # of LLVM does it; its libraries do not, and would be reported.
  set(HEDDLE_ASAN_OPTIONS "allow_user_poisoning=0")
endif()

set(HEDDLE_WARNING_FLAGS -Wall -Wextra -Wshadow -Werror)
