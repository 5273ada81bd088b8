# SPDX-License-Identifier: Apache-2.0
# qualm::qualm: everything but the front doors. tests/architecture/ checks that arrows between the folders of
# src/ point down.
find_package(ZLIB REQUIRED)
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
set(io_sources ${library_sources})
list(FILTER io_sources INCLUDE REGEX ^src/io/)
list(FILTER library_sources EXCLUDE REGEX ^src/io/)

# Apart, because what is generated for a target waits for all that the target links.
add_library(qualm_page OBJECT ${page_sources})
# Readers have loops of their own and need the optimiser; the rest of the library calls loops of others.
add_library(qualm_io OBJECT ${io_sources})
add_library(qualm STATIC ${library_sources} $<TARGET_OBJECTS:qualm_io> $<TARGET_OBJECTS:qualm_page>)
add_library(qualm::qualm ALIAS qualm)
set_target_properties(qualm qualm_io qualm_page PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(qualm PRIVATE src)
target_include_directories(qualm_io PRIVATE src)
target_include_directories(qualm_page PRIVATE src include)
target_include_directories(qualm SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
target_compile_definitions(qualm PRIVATE QUALM_VERSION="${PROJECT_VERSION}")
target_compile_options(qualm PRIVATE $<$<CONFIG:Release>:-O1>)
set(library_links fmt::fmt ${optional_links} ZLIB::ZLIB PkgConfig::libutf8proc ${CMAKE_DL_LIBS})
target_link_libraries(qualm_io PRIVATE qualm_core qualm_options ${library_links})
target_link_libraries(qualm PUBLIC qualm_core
  PRIVATE $<BUILD_INTERFACE:qualm_options> ${library_links})
if(QUALM_COMMAND)  # for src/training
  find_package(nlohmann_json REQUIRED)
  target_link_libraries(qualm PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endif()
set(real_io_sources ${real_sources})
list(FILTER real_io_sources INCLUDE REGEX ^src/io/)
list(FILTER real_sources EXCLUDE REGEX ^src/io/)
# Numbers of CSV and JSON.
set_source_files_properties(src/report/text_buffer.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
                            COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
qualm_unity(qualm_io 18 ${real_io_sources})
qualm_unity(qualm 18 ${real_sources})
# They alone include nlohmann/json.hpp, which takes seconds.
set_source_files_properties(src/training/ensemble_folder.cpp src/training/jobs.cpp src/training/log.cpp
                            PROPERTIES UNITY_GROUP qualm_json)
qualm_precompile(qualm_io)
qualm_precompile(qualm)
