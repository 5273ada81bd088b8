// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "io/line_reader.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {

std::vector<std::string> read_lines(const std::string& path) {
  static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
  const SourceFile file = open_source(
      path,
      [](const std::string& label, std::string_view start) {
        if (start.empty()) throw_data(label + ": is empty; write one name per line");
      },
      [](const auto&, auto) { return most_bytes; });
  LineReader reader(file);
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.next(line)) {
    if (!is_name(line)) {
      throw_data(fmt::format(
          "{}: line {}: {} is not UTF-8 text without control characters; save the file as UTF-8",
          file.label, reader.line_number(), in_quotes(line)));
    }
    lines.emplace_back(line);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace qualm::io
