// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qualm::cli {

/// "0.8" or "80%": a number from 0 to 1. Throws usage naming the option.
[[nodiscard]] double parse_share(std::string_view option, std::string_view text);
/// Several, separated by commas.
[[nodiscard]] std::vector<double> parse_shares(std::string_view option, std::string_view text);

}  // namespace qualm::cli
