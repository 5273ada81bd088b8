// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>
#include <system_error>

namespace qualm {

/// Reads the number that [first, last) starts with, like std::from_chars, which some standard
/// libraries have for integers only.
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last,
                                                 double& value);
template <std::integral T>
[[nodiscard]] std::from_chars_result read_number(const char* first, const char* last, T& value) {
  return std::from_chars(first, last, value);
}

/// The number that all of `text` spells; nothing if it is no number, or one that T cannot hold.
template <class T>
[[nodiscard]] std::optional<T> parse_exactly(std::string_view text) {
  T value{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = read_number(text.data(), last, value);
  if (error != std::errc{} || end != last) return std::nullopt;
  return value;
}

}  // namespace qualm
