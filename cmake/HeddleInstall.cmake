# What others need to build against libheddle: headers, the libraries, a package
# for find_package(Heddle) and one for pkg-config. All of it is relocatable and in
# the component "library", which can be installed by itself.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Heddle)
install(TARGETS heddle gpuocelot EXPORT HeddleTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library
  NAMELINK_COMPONENT library)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/heddle-c
    ${CMAKE_BINARY_DIR}/include/heddle-c
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT library
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(EXPORT HeddleTargets NAMESPACE Heddle::
  DESTINATION ${config_dir} COMPONENT library)

set(PREFIX_OF_TOOLS .)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/HeddleConfig.cmake.in
  ${CMAKE_BINARY_DIR}/HeddleConfig.cmake INSTALL_DESTINATION ${config_dir}
  PATH_VARS PREFIX_OF_TOOLS)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/HeddleConfig.cmake
    ${CMAKE_BINARY_DIR}/HeddleConfigVersion.cmake
    ${CMAKE_CURRENT_LIST_DIR}/HeddleLit.cmake
  DESTINATION ${config_dir} COMPONENT library)

# Scripts for passes of one's own.
install(PROGRAMS ${CMAKE_SOURCE_DIR}/utils/ptx-bisect
    ${CMAKE_SOURCE_DIR}/utils/ptx-update-checks
  DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_SOURCE_DIR}/utils/update_checks.py
    ${CMAKE_SOURCE_DIR}/utils/asm_checks.py
  DESTINATION share/heddle/tools)

file(RELATIVE_PATH HEDDLE_PREFIX_FROM_PC
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(${CMAKE_CURRENT_LIST_DIR}/heddle.pc.in
  ${CMAKE_BINARY_DIR}/heddle.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/heddle.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT library)

# cpack makes a package of everything.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "the Heddle developers")
set(CPACK_PACKAGE_VENDOR "Heddle")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
