# Builds for AArch64 on another host, with Clang, against Debian's packages for
# arm64 in HEDDLE_SYSROOT. What the build runs itself runs in QEMU. scripts/arm64
# makes such a folder and uses this.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HEDDLE_SYSROOT)
set(CMAKE_SYSROOT ${HEDDLE_SYSROOT})
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${HEDDLE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
