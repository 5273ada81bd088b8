// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

/// Adds --scores.
void add_score_option(CommandBuilder& command, std::vector<std::string>& scores,
                      const std::string& by_default);

/// Somebody's scores in a file, named after it without folder and ending.
[[nodiscard]] GivenScore score_in(const std::string& path, const std::string& key);

}  // namespace qualm::cli
