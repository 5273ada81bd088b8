# SPDX-License-Identifier: Apache-2.0
# qualm::core: measures, theory and evaluation of arrays in memory. It links Highway and fmt only; Boost.Math
# is needed to compile it, not to use it.
find_package(Threads REQUIRED)
find_package(hwy REQUIRED)
find_package(fmt REQUIRED)
find_package(Boost 1.74 REQUIRED)

set(core_folders error group system column array random progress parallel kernels predictions measures theory evaluation)
set(core_sources)
foreach(folder IN LISTS core_folders)
  file(GLOB sources CONFIGURE_DEPENDS src/${folder}/*.cpp)
  list(APPEND core_sources ${sources})
endforeach()
add_library(qualm_core STATIC ${core_sources})
add_library(qualm::core ALIAS qualm_core)
set_target_properties(qualm_core PROPERTIES EXPORT_NAME core POSITION_INDEPENDENT_CODE ON)
target_include_directories(qualm_core PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                      PRIVATE src)
target_include_directories(qualm_core SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
target_compile_features(qualm_core PUBLIC cxx_std_20)
target_link_libraries(qualm_core PUBLIC Threads::Threads PRIVATE $<BUILD_INTERFACE:qualm_options> hwy::hwy fmt::fmt)
# The inner loops are worth the compiler's time: at -O2 it leaves their bodies as calls.
set(kernel_sources src/kernels/measure_block.cpp src/kernels/measure_dirichlet_block.cpp src/kernels/rank_strips.cpp)
set_source_files_properties(${kernel_sources} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON
                            COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
# A quarter of their compilation, for nothing where the program stays on a machine without it.
set(with_avx512 ${QUALM_AVX512})
if(QUALM_AVX512 STREQUAL "AUTO" AND NOT QUALM_STATIC AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo with_avx512 REGEX avx512 LIMIT_COUNT 1)
endif()
if(NOT with_avx512)
  set_property(SOURCE ${kernel_sources} APPEND PROPERTY COMPILE_DEFINITIONS QUALM_NO_AVX512)
endif()
set(with_portable_vectors ${QUALM_PORTABLE_VECTORS})
if(QUALM_PORTABLE_VECTORS STREQUAL "AUTO" AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i.86)$")
  set(with_portable_vectors OFF)
endif()
if(with_portable_vectors)
  set_property(SOURCE ${kernel_sources} APPEND PROPERTY COMPILE_DEFINITIONS QUALM_PORTABLE_VECTORS)
endif()
qualm_unity(qualm_core 12)
qualm_precompile(qualm_core)
if(QUALM_SANITIZE)
  # The kernels are optimised all the same, else the tests take longer than the compiler saves, and compiled for
  # the portable target only: a sanitizer takes minutes for each, and all are one source.
  set(kernel_options -O1)
  if(QUALM_SANITIZE MATCHES "undefined")  # these four take three quarters of the compilation; the address sanitizer finds most of it too
    list(APPEND kernel_options -fno-sanitize=null,alignment,object-size,pointer-overflow)
  endif()
  if(QUALM_SANITIZE STREQUAL "thread")  # one thread each, no memory in common
    list(APPEND kernel_options -fno-sanitize=thread)
  endif()
  if(QUALM_SANITIZE MATCHES "fuzzer")  # which compares all of them, without a sanitizer
    list(APPEND kernel_options -fno-sanitize=all)
  else()
    set_property(SOURCE ${kernel_sources} PROPERTY COMPILE_DEFINITIONS HWY_COMPILE_ONLY_SCALAR)
  endif()
  set_source_files_properties(${kernel_sources} PROPERTIES COMPILE_OPTIONS "${kernel_options}")
endif()
