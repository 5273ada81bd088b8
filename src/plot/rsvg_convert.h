// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qualm::plot {

/// Runs rsvg-convert, without a shell, with `input` as its standard input, and returns what it
/// writes. Throws system if it is not installed (and says how to get it) or fails (and says why).
[[nodiscard]] std::string run_rsvg_convert(std::vector<std::string> arguments,
                                           std::string_view input);

}  // namespace qualm::plot
