// SPDX-License-Identifier: Apache-2.0
#include "list_or_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

#include "error/number_text.h"
#include "io/text.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::cli {
namespace {

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> entries;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    std::string_view entry = text.substr(start, comma - start);
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    while (entry.ends_with(' ')) entry.remove_suffix(1);
    entries.emplace_back(entry);
    start = comma + 1;
  }
  return entries;
}

NamedNumbers named_numbers_from(std::string_view option, const std::string& text) {
  const std::vector<std::string> entries = split_list(text);
  NamedNumbers out;
  for (const std::string& entry : entries) {
    const std::optional<double> number = parse_exactly<double>(entry);
    if (!number && (entries.size() == 1 || exists(text))) {
      // Once: it may be a pipe.
      const io::StoredArray array = io::open_array(text);
      out.values.resize(static_cast<std::size_t>(array.n_bytes() / item_size(array.dtype)));
      io::read_some(array, 0, out.values);
      out.names = array.class_names;
      return out;
    }
    if (!number) {
      throw_usage(fmt::format("{} {}: '{}' is not a number; give a list such as 1,1,5 or a file",
                              option, text, entry));
    }
    out.values.push_back(*number);
  }
  return out;
}

std::vector<double> numbers_from(std::string_view option, const std::string& text) {
  return named_numbers_from(option, text).values;
}

std::vector<std::string> names_from(std::string_view option, const std::string& text) {
  std::vector<std::string> names = split_list(text);
  if (names.size() == 1 || exists(text)) return io::read_lines(text);
  for (const std::string& name : names) {
    if (name.empty()) throw_usage(fmt::format("{} {}: a name is empty", option, text));
    if (!io::is_name(name))
      throw_usage(
          fmt::format("{} {}: a name is not UTF-8 or has control characters", option, text));
  }
  return names;
}

}  // namespace qualm::cli
