// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace qualm::report {

/// The text in quotes, escaped; bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string json_string(std::string_view text);
/// ["a","b"]
[[nodiscard]] std::string json_strings(std::span<const std::string> texts);

}  // namespace qualm::report
