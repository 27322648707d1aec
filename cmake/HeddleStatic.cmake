# Tools without shared libraries: half a millisecond of each run is the work of
# the dynamic linker otherwise.
option(HEDDLE_STATIC_TOOLS
  "Link tools without shared libraries where there are archives of all they need"
  ON)
include(CheckCXXSourceCompiles)

# heddle_archive_of(RESULT LIBRARY): what stands for a library that LLVM's package
# names in a static link. Z3 is named there and never called. Empty if there is
# nothing.
function(heddle_archive_of result library)
  set(path ${library})
  if(TARGET ${library})
    foreach(suffix "_RELEASE" "_NONE" "")
      get_target_property(found ${library} IMPORTED_LOCATION${suffix})
      if(found)
        set(path ${found})
        break()
      endif()
    endforeach()
  endif()
  string(REGEX REPLACE "\\.so[.0-9]*$" ".a" archive "${path}")
  if(path MATCHES "/libz3\\.so")
    set(archive m)
  elseif(IS_ABSOLUTE "${archive}" AND NOT EXISTS "${archive}")
    set(archive)
  endif()
  set(${result} ${archive} PARENT_SCOPE)
endfunction()

# heddle_offer_archives(): lets targets with the property HEDDLE_IS_STATIC link
# the archives of what LLVM needs. Turns HEDDLE_STATIC_TOOLS off where one of them,
# or of the system's libraries, is missing.
function(heddle_offer_archives)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_cxx_source_compiles(
    "#include <cmath>
    int main(int Count, char **) { return std::sin(Count) > 2; }"
    HEDDLE_LINKS_WITHOUT_SHARED_LIBRARIES)
  set(usable ${HEDDLE_LINKS_WITHOUT_SHARED_LIBRARIES})
  get_target_property(needed LLVMSupport INTERFACE_LINK_LIBRARIES)
  set(offered)
  foreach(library ${needed})
    heddle_archive_of(archive "${library}")
    if(NOT archive)
      message(STATUS "Tools use shared libraries: no archive of ${library}")
      set(usable OFF)
    endif()
    set(static "$<BOOL:$<TARGET_PROPERTY:HEDDLE_IS_STATIC>>")
    list(APPEND offered "$<IF:${static},${archive},${library}>")
  endforeach()
  if(usable)
    set_target_properties(LLVMSupport PROPERTIES
      INTERFACE_LINK_LIBRARIES "${offered}")
  else()
    set(HEDDLE_STATIC_TOOLS OFF PARENT_SCOPE)
  endif()
endfunction()

if(HEDDLE_SANITIZE OR HEDDLE_BUILD_FUZZERS OR NOT HEDDLE_LLVM STREQUAL "static"
    OR NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  set(HEDDLE_STATIC_TOOLS OFF)
endif()
if(HEDDLE_STATIC_TOOLS)
  heddle_offer_archives()
endif()
