# SPDX-License-Identifier: Apache-2.0
# The flags of all targets of this project, and only of those.
add_library(qualm_options INTERFACE)
# No implicit fused multiply-add: the same bits on every instruction set.
target_compile_options(qualm_options INTERFACE -ffp-contract=off)
# Warnings take a tenth of the time to compile: they are for the presets of the tests, not for those who install.
if(QUALM_WERROR)
  target_compile_options(qualm_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
    -Wold-style-cast -Woverloaded-virtual -Wcast-qual -Werror)
else()
  target_compile_definitions(qualm_options INTERFACE FMT_CONSTEVAL=)  # format strings are not checked when compiled
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps and overruns in std::string's own functions that are not there (its bug 105651), partly by default.
  target_compile_options(qualm_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
  target_compile_options(qualm_options INTERFACE -Wno-psabi)  # notes on GCC before 10
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(QUALM_SANITIZE)
  # Reports name functions; line numbers (-g1) would take a tenth of the time to compile.
  add_compile_options(-fsanitize=${QUALM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${QUALM_SANITIZE})
  find_program(LLD ld.lld)
  if(LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_link_options(-fuse-ld=lld)  # three times faster
  endif()
endif()
# qualm_self_contained(<target>): with QUALM_STATIC, it needs no shared library but the C library's.
function(qualm_self_contained target)
  if(QUALM_STATIC)
    target_link_options(${target} PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--gc-sections -s)
  endif()
endfunction()
# A compiler cache helps who builds often, precompiled headers who builds once; the cache cannot share these between
# clones.
find_program(CCACHE ccache)
if(CCACHE)
  # So that clones share it.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

# qualm_unity(<target> <batch> [<sources>...]): compiles `batch` sources at a time, which parses common headers
# once. Who meets whom is counted over `sources` (all of the target's, where none are given), so that a part that
# is left out moves nobody else into another batch. QUALM_UNITY=LARGE doubles the batches: a tenth less to compile,
# twice as much after a change of one file.
function(qualm_unity target batch)
  if(QUALM_UNITY STREQUAL "LARGE")
    math(EXPR batch "2 * ${batch}")
  endif()
  set(sources ${ARGN})
  if(NOT sources)
    get_target_property(sources ${target} SOURCES)
  endif()
  set(count 0)
  foreach(source IN LISTS sources)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    if(NOT alone)
      math(EXPR group "${count} / ${batch}")
      math(EXPR count "${count} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${group})
    endif()
  endforeach()
  string(REPLACE LARGE ON enabled ${QUALM_UNITY})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${enabled} UNITY_BUILD_MODE GROUP)
endfunction()

# qualm_precompile(<target> <headers>...): parses these headers and the common ones once for all sources of the target.
function(qualm_precompile target)
  if(NOT CCACHE)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <cmath> <filesystem> <functional> <map> <memory>
      <numeric> <optional> <span> <string> <string_view> <vector> <fmt/format.h> ${ARGN})
  endif()
endfunction()
