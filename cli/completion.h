// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command_model.h"

namespace qualm::cli {

// Completion scripts: commands, options, the values an option can have, and files where one fits.
[[nodiscard]] std::string bash_completion(const CommandModel& root);
[[nodiscard]] std::string zsh_completion(const CommandModel& root);
[[nodiscard]] std::string fish_completion(const CommandModel& root);

}  // namespace qualm::cli
