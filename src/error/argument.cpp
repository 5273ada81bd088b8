// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "qualm/error.h"

namespace qualm {
namespace {

// Unicode's noncharacters, which no text of a user's holds, around key and value: U+FDD0 to U+FDD2.
constexpr std::string_view begin_mark = "\xEF\xB7\x90", value_mark = "\xEF\xB7\x91",
                           end_mark = "\xEF\xB7\x92";

struct Marked {
  std::string_view before, key, value, after;
};

std::optional<Marked> first_argument(std::string_view message) {
  const std::size_t begin = message.find(begin_mark), end = message.find(end_mark, begin);
  if (begin == std::string_view::npos || end == std::string_view::npos) return std::nullopt;
  const std::size_t key = begin + begin_mark.size(), middle = message.find(value_mark, key),
                    key_end = std::min(middle, end),
                    value = std::min(key_end + value_mark.size(), end);
  return Marked{message.substr(0, begin), message.substr(key, key_end - key),
                message.substr(value, end - value), message.substr(end + end_mark.size())};
}

/// Names and values that users give may hold line breaks.
std::string in_one_line(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x20) {
      line += c;
    } else {
      ((line += "\\x") += digits[static_cast<unsigned char>(c) / 16]) +=
          digits[static_cast<unsigned char>(c) % 16];
    }
  }
  return line;
}

}  // namespace

std::string argument(std::string_view key, std::string_view value) {
  std::string text(begin_mark);
  text += key;
  if (!value.empty()) (text += value_mark) += value;
  return text += end_mark;
}

std::string spell_plainly(std::string_view key, std::string_view value) {
  std::string text(key);
  if (!value.empty() && value != "true") (text += '=') += value;
  return text;
}

std::string spelled(std::string_view message, Spelling spelling) {
  std::string text;
  while (const auto found = first_argument(message)) {
    (text += found->before) += spelling(found->key, found->value);
    message = found->after;
  }
  return in_one_line(text += message);
}

std::string Error::argument() const {
  const auto found = first_argument(message_);
  return found ? std::string(found->key) : std::string();
}

}  // namespace qualm
