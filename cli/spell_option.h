// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace qualm::cli {

/// An argument of the library as the option that gives it: "--input logits", "--renormalize".
[[nodiscard]] std::string spell_option(std::string_view key, std::string_view value);

}  // namespace qualm::cli
