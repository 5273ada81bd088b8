// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command_model.h"

namespace qualm::cli {

/// Every command and option of qualm.
[[nodiscard]] CommandModel describe_command_line();

/// Parses the arguments (without the program's name) and runs the command they ask for.
/// `who` becomes "qualm measure" as soon as that is known, for messages.
/// Throws qualm::Error; usage with the nearest name for a wrong option or command.
[[nodiscard]] int run_command_line(std::vector<std::string> arguments, std::string& who);

}  // namespace qualm::cli
