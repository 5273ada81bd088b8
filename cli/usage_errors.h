// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command_model.h"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace qualm::cli {

/// Throws usage if `app` was given something it does not know, with the nearest name.
void check_unknown(const CLI::App& app);

/// The command of that name, or `root` itself for "". Throws usage, with the nearest name.
[[nodiscard]] const CommandModel& find_command(const CommandModel& root, const std::string& name);

/// CLI11's complaint about what `app` was given, as our one line. Always throws usage.
[[noreturn]] void rethrow_as_usage(const CLI::App& app, const CLI::ParseError& error);

}  // namespace qualm::cli
