// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command_model.h"

namespace qualm::cli {

/// The page of `model` for man(1), as troff; `root` is qualm itself, for the references.
[[nodiscard]] std::string manual_page(const CommandModel& root, const CommandModel& model);

}  // namespace qualm::cli
