# SPDX-License-Identifier: Apache-2.0
# `cmake --install` and then `find_package(qualm)`.
include(CMakePackageConfigHelpers)
install(TARGETS qualm qualm_options EXPORT qualm-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS qualm_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/qualm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT qualm-targets NAMESPACE qualm:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qualm)
configure_package_config_file(cmake/qualm-config.cmake.in qualm-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qualm)
write_basic_package_version_file(qualm-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/qualm-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/qualm-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/qualm)
