// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace qualm::cli {

/// Becomes qualm-torch, which does the job (JSON) of the command; never comes back. Throws system,
/// with what to install, if there is no such program.
[[noreturn]] void become_torch(const std::string& command, const std::string& job);

/// Runs it, waits for it, and gives its exit code; -1: it was killed. An interruption is passed on
/// to it.
[[nodiscard]] int wait_for_torch(const std::string& command, const std::string& job);

/// The same. Throws interrupted if it was stopped, system if it failed: it has told
/// why on standard error.
void run_torch(const std::string& command, const std::string& job);

}  // namespace qualm::cli
