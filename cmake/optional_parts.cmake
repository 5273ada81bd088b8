# SPDX-License-Identifier: Apache-2.0
# What the library can do without. A part whose library is not found is replaced by absent_<name>.cpp, which
# refuses it at run time and names the package that brings it.
find_package(PkgConfig REQUIRED)
set(absent_parts)
set(optional_links)         # targets that the library links
set(optional_packages)      # pkg-config packages that an installed library needs

# optional_part(<pkg-config package> <source> <what it brings> [LOADED]): LOADED libraries are opened when
# they are first needed, so only their headers are used here.
function(optional_part package source what)
  pkg_check_modules(${package} QUIET IMPORTED_TARGET ${package})
  cmake_path(GET source PARENT_PATH folder)
  cmake_path(GET source FILENAME name)
  if(NOT ${package}_FOUND)
    message(STATUS "${what}: off (${package} was not found)")
    list(APPEND absent_parts src/${source})
  else()
    list(APPEND absent_parts src/${folder}/absent_${name})
    if(ARGN STREQUAL "LOADED")
      set_source_files_properties(src/${source} PROPERTIES INCLUDE_DIRECTORIES "${${package}_INCLUDE_DIRS}")
    else()
      list(APPEND optional_links PkgConfig::${package})
      list(APPEND optional_packages ${package})
    endif()
  endif()
  set(absent_parts ${absent_parts} PARENT_SCOPE)
  set(optional_links ${optional_links} PARENT_SCOPE)
  set(optional_packages ${optional_packages} PARENT_SCOPE)
endfunction()

# Debian's CMake file for libzip wants programs that libzip-dev does not bring; its .pc file is sound.
optional_part(libzip io/zip_archive.cpp "Reading .npz and .zip files")
optional_part(libcrypto datasets/digest.cpp "Checksums of data sets" LOADED)
optional_part(libmicrohttpd server/server.cpp "qualm serve")
optional_part(matio datasets/matlab_pictures.cpp "Reading .mat files" LOADED)
optional_part(hdf5 io/hdf5.cpp "Reading HDF5 files" LOADED)
optional_part(libcurl datasets/download.cpp "qualm data get" LOADED)
