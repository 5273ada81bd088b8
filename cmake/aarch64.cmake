# SPDX-License-Identifier: Apache-2.0
# A toolchain file: compiles for 64-bit ARM with Debian's cross compiler, and runs the result by qemu-user.
# The libraries are in the folder that tools/aarch64_sysroot makes.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(QUALM_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/aarch64/sysroot CACHE PATH "Folder of the ARM libraries")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES QUALM_SYSROOT)
get_filename_component(CMAKE_SYSROOT ${QUALM_SYSROOT} ABSOLUTE)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
