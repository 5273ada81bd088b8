// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

namespace qualm::sys {

/// Whether confine_files() keeps a process from reading other files here: Linux with Landlock.
[[nodiscard]] bool can_confine_reading() noexcept;

/// From now on this process reads only what lies at or below the paths of `readable`, runs no other
/// program, and neither writes, makes, removes nor renames a file, for good; where
/// can_confine_reading() is false it only cannot write. Descriptors that are open stay as they are.
/// Paths that do not exist are passed over. Needs a process of one thread. False and errno if the
/// system refuses.
[[nodiscard]] bool confine_files(std::span<const std::string> readable) noexcept;

/// Files that every process may read: libraries, what describes the processor and the memory.
[[nodiscard]] std::span<const std::string> system_files();

}  // namespace qualm::sys
