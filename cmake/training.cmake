# SPDX-License-Identifier: Apache-2.0
# qualm-torch: the only program that links LibTorch, and only where that is found.
set(qualm_training OFF)
if(QUALM_TRAINING STREQUAL "AUTO")
  # LibTorch is built without sanitizers: what they say about it would be noise.
  if(NOT QUALM_SANITIZE)
    find_package(Torch QUIET)
    set(qualm_training ${Torch_FOUND})
  endif()
elseif(QUALM_TRAINING)
  find_package(Torch REQUIRED)
  set(qualm_training ON)
endif()
if(NOT qualm_training)
  message(STATUS "qualm train and qualm predict: off (install libtorch-dev and libopenblas0-pthread)")
  return()
endif()

file(GLOB training_sources CONFIGURE_DEPENDS src/training/torch/*.cpp)
add_library(qualm_training STATIC ${training_sources})
target_include_directories(qualm_training PUBLIC src)
target_include_directories(qualm_training SYSTEM PUBLIC ${TORCH_INCLUDE_DIRS})
target_compile_definitions(qualm_training PRIVATE QUALM_VERSION="${PROJECT_VERSION}")
separate_arguments(torch_flags UNIX_COMMAND "${TORCH_CXX_FLAGS}")
target_compile_options(qualm_training PUBLIC ${torch_flags})
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(qualm_training PUBLIC "SHELL:-include ${PROJECT_SOURCE_DIR}/cmake/vector_for_clang.h")
endif()
target_link_libraries(qualm_training PUBLIC qualm torch PRIVATE qualm_options fmt::fmt
                      nlohmann_json::nlohmann_json)
# LibTorch's headers take longer than all that we write on top of them: few units, each parses them once.
# LibTorch computes, these files only ask it to.
target_compile_options(qualm_training PRIVATE $<$<CONFIG:Release>:-O1>)
qualm_unity(qualm_training 30)

file(GLOB torch_cli_sources CONFIGURE_DEPENDS cli/torch/*.cpp)
add_executable(qualm_torch ${torch_cli_sources} cli/interruption.cpp cli/launcher.cpp cli/process_group.cpp
               cli/program_beside.cpp cli/progress_bar.cpp cli/report_error.cpp cli/spell_option.cpp
               cli/standard_streams.cpp cli/terminal.cpp)
target_compile_definitions(qualm_torch PRIVATE QUALM_LIBEXEC="${CMAKE_INSTALL_LIBEXECDIR}/qualm")
set_target_properties(qualm_torch PROPERTIES OUTPUT_NAME qualm-torch
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_libraries(qualm_torch PRIVATE qualm_training qualm_options fmt::fmt)
qualm_unity(qualm_torch 12)
install(TARGETS qualm_torch RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/qualm COMPONENT torch)
