// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "command_model.h"
#include "terminal.h"

namespace qualm::cli {

/// What --help shows: examples first, then arguments, options by group and exit codes.
[[nodiscard]] std::string help_text(const CommandModel& model, const Terminal& terminal);
/// The few lines for somebody who typed only "qualm".
[[nodiscard]] std::string overview_text(const CommandModel& root);

}  // namespace qualm::cli
