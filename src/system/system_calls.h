// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace qualm::sys {

// Every call that Linux has and POSIX has not, each with a portable fallback in system_calls.cpp.
// Functions that give an int return a descriptor that children do not inherit, or -1 and errno.

/// Cores that this process may run on; at least 1.
[[nodiscard]] unsigned available_cores() noexcept;

/// Bytes of memory that this process may use: that of the machine or of its control group, whatever
/// is less.
[[nodiscard]] std::uint64_t available_memory();

/// Asks for pages so large that touching the memory for the first time costs little.
void prefer_large_pages(void* memory, std::size_t n_bytes) noexcept;
/// Asks for the pages of memory that is about to be filled at once, where they are too few to be
/// large: two thirds of the time that they cost one by one.
void provide_pages(void* memory, std::size_t n_bytes) noexcept;

/// Fills `bytes` from the system's generator; false and errno where there is none.
[[nodiscard]] bool random_bytes(std::span<std::byte> bytes) noexcept;

/// A pipe whose ends children do not inherit; false and errno if there is none.
[[nodiscard]] bool make_pipe(int& read_end, int& write_end) noexcept;

/// A new file in `folder` that has no name, for reading and writing.
[[nodiscard]] int unnamed_file(const std::string& folder) noexcept;

/// A new file in memory where the system offers it, else an unnamed one in the temporary folder.
[[nodiscard]] int memory_file(const char* name) noexcept;

/// Takes `n_bytes` of room on the disk for a new file, so that none of its pages lacks it later; 0,
/// or the number of the error.
[[nodiscard]] int reserve_room(int descriptor, std::size_t n_bytes) noexcept;

/// A stream socket of this family of addresses.
[[nodiscard]] int stream_socket(int family) noexcept;

/// Sends what fits at once; the other end may be gone.
void send_at_once(int socket, std::string_view bytes) noexcept;

/// The path under which this process can open a descriptor again.
[[nodiscard]] std::string path_of_descriptor(int descriptor);

/// The path of the running program; empty where the system does not say.
[[nodiscard]] std::string own_program();

/// Whether this program can load shared libraries: not if it is linked statically.
[[nodiscard]] bool loads_libraries() noexcept;

/// Asks that this process be killed when its parent ends; without effect where that is unknown.
void die_with_parent() noexcept;

/// Lets this process take only so many bytes of address space more; without effect where the system
/// does not say how many it has.
void limit_more_memory(std::uint64_t bytes) noexcept;

/// The folder for temporary files: TMPDIR, or /tmp.
[[nodiscard]] std::string temporary_folder();

}  // namespace qualm::sys
