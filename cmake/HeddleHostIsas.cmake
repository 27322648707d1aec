# The host instruction sets that lib/Engine/SM and lib/Engine/HostTranslate compile
# the meaning of instructions for, the portable one always among them, as whatever
# a build is copied to has that one.
#   HEDDLE_HOST_ISAS     all, or native for this host's best alone
#   HEDDLE_ISAS_OF_HOST  what comes of it: rows of heddle/SM/HostIsas.def
set(HEDDLE_HOST_ISAS "all" CACHE STRING
  "What kernels are run by and translated to: code for all hosts, or native, for this one alone")
set_property(CACHE HEDDLE_HOST_ISAS PROPERTY STRINGS all native)

# The best instruction set of x86-64 that this host has.
function(heddle_find_native_isa result)
  execute_process(COMMAND ${HEDDLE_CLANG} -march=native -dM -E -x c /dev/null
    OUTPUT_VARIABLE macros)
  set(native sse2)
  if(macros MATCHES "__AVX512BW__")
    set(native avx512)
  elseif(macros MATCHES "__AVX2__")
    set(native avx2)
  endif()
  set(${result} ${native} PARENT_SCOPE)
endfunction()

set(HEDDLE_ISAS_OF_HOST portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  if(HEDDLE_HOST_ISAS STREQUAL "native")
    heddle_find_native_isa(native_isa)
    list(APPEND HEDDLE_ISAS_OF_HOST ${native_isa})
  else()
    list(APPEND HEDDLE_ISAS_OF_HOST sse2 avx2 avx512)
  endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  list(APPEND HEDDLE_ISAS_OF_HOST neon)
endif()
