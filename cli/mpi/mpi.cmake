# SPDX-License-Identifier: Apache-2.0
# qualm-mpi: the only program that links MPI, and only where that is found. `qualm` becomes it under mpirun.
set(qualm_mpi OFF)
if(QUALM_MPI STREQUAL "AUTO")
  # MPI is built without sanitizers: what they say about it would be noise.
  if(NOT QUALM_SANITIZE)
    enable_language(C)
    find_package(MPI QUIET COMPONENTS C)
    set(qualm_mpi ${MPI_C_FOUND})
  endif()
elseif(QUALM_MPI)
  enable_language(C)
  find_package(MPI REQUIRED COMPONENTS C)
  set(qualm_mpi ON)
endif()
if(NOT qualm_mpi)
  message(STATUS "qualm under mpirun: off (install libopenmpi-dev)")
  return()
endif()

file(GLOB mpi_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/mpi/*.cpp)
add_executable(qualm_mpi ${mpi_sources})
set_target_properties(qualm_mpi PROPERTIES OUTPUT_NAME qualm-mpi
                      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
# Open MPI's C++ classes are gone from MPI, and so are their libraries.
target_compile_definitions(qualm_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
target_include_directories(qualm_mpi SYSTEM PRIVATE ${MPI_C_INCLUDE_DIRS})
target_link_libraries(qualm_mpi PRIVATE qualm_commands ${MPI_C_LIBRARIES})
install(TARGETS qualm_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/qualm COMPONENT mpi)
