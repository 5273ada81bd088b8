# SPDX-License-Identifier: Apache-2.0
# `cmake --install` and then `find_package(qualm)`, or `find_package(qualm COMPONENTS core)`.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/qualm)
install(TARGETS qualm_core EXPORT qualm-core-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS qualm EXPORT qualm-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT qualm-core-targets NAMESPACE qualm:: DESTINATION ${config_folder})
install(EXPORT qualm-targets NAMESPACE qualm:: DESTINATION ${config_folder})
if(TARGET qualm_cli)
  install(TARGETS qualm_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(DIRECTORY include/qualm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(cmake/qualm-config.cmake.in qualm-config.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(qualm-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/qualm-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/qualm-config-version.cmake
        DESTINATION ${config_folder})
