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
  const std::size_t begin = message.find(begin_mark);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = message.find(end_mark, begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view within =
      message.substr(begin + begin_mark.size(), end - begin - begin_mark.size());
  const std::size_t middle = std::min(within.find(value_mark), within.size());
  return Marked{message.substr(0, begin), within.substr(0, middle),
                within.substr(std::min(middle + value_mark.size(), within.size())),
                message.substr(end + end_mark.size())};
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
  return text += message;
}

std::string Error::argument() const {
  const auto found = first_argument(message_);
  return found ? std::string(found->key) : std::string();
}

}  // namespace qualm
