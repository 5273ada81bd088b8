// SPDX-License-Identifier: Apache-2.0
#include "report/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "io/utf8.h"

namespace qualm::report {
namespace {

// What is written instead of a code point; empty for those that are written as they are.
std::string escaped(const io::CodePoint& point) {
  if (point.length == 0) return "\xEF\xBF\xBD";  // U+FFFD
  switch (point.value) {
    case U'"':
      return "\\\"";
    case U'\\':
      return "\\\\";
    case U'\b':
      return "\\b";
    case U'\f':
      return "\\f";
    case U'\n':
      return "\\n";
    case U'\r':
      return "\\r";
    case U'\t':
      return "\\t";
    default:
      return point.value < 0x20 ? fmt::format("\\u{:04x}", static_cast<unsigned>(point.value)) : "";
  }
}

}  // namespace

std::string json_string(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const io::CodePoint point = io::first_code_point(text);
    const std::string escape = escaped(point);
    quoted += escape.empty() ? text.substr(0, point.length) : escape;
    text.remove_prefix(std::max<std::size_t>(point.length, 1));
  }
  return quoted + '"';
}

std::string json_strings(std::span<const std::string> texts) {
  std::string list = "[";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) list += ',';
    list += json_string(texts[i]);
  }
  return list + "]";
}

}  // namespace qualm::report
