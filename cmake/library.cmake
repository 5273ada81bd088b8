# SPDX-License-Identifier: Apache-2.0
# qualm::qualm: everything but the front doors. tests/architecture/ checks that arrows between the folders of
# src/ point down.
find_package(ZLIB REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(libutf8proc REQUIRED IMPORTED_TARGET libutf8proc)  # it has no file for CMake in Debian
include(cmake/page.cmake)

file(GLOB_RECURSE library_sources RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS src/*.cpp)
list(FILTER library_sources EXCLUDE REGEX src/training/torch/)  # cmake/training.cmake
foreach(folder IN LISTS core_folders)
  list(FILTER library_sources EXCLUDE REGEX ^src/${folder}/)
endforeach()
set(real_sources ${library_sources})
list(FILTER real_sources EXCLUDE REGEX /absent_)
list(REMOVE_ITEM library_sources ${absent_parts})
if(NOT QUALM_COMMAND)  # what the Python module does not use takes a quarter of the time to compile
  list(FILTER library_sources EXCLUDE REGEX ^src/\(datasets/|distributed/|reproduction/|training/|report/data_|report/reproduction_\))
endif()
if(QUALM_SANITIZE STREQUAL "thread")  # nothing else runs on several threads, or is tested for it
  list(FILTER library_sources INCLUDE REGEX ^src/\(io|analysis\)/)
endif()
# Apart, because what is generated for a target waits for all that the target links.
add_library(qualm_page OBJECT ${page_sources})
add_library(qualm STATIC ${library_sources} $<TARGET_OBJECTS:qualm_page>)
add_library(qualm::qualm ALIAS qualm)
set_target_properties(qualm qualm_page PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(qualm PRIVATE src)
target_include_directories(qualm_page PRIVATE src include)
target_include_directories(qualm SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
target_compile_definitions(qualm PRIVATE QUALM_VERSION="${PROJECT_VERSION}")
target_link_libraries(qualm PUBLIC qualm_core
  PRIVATE $<BUILD_INTERFACE:qualm_options> fmt::fmt ${optional_links} ZLIB::ZLIB PkgConfig::libutf8proc ${CMAKE_DL_LIBS}
          nlohmann_json::nlohmann_json)
qualm_unity(qualm 18 ${real_sources})
qualm_precompile(qualm <nlohmann/json.hpp>)
