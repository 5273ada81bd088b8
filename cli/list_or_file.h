// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace qualm::cli {

/// "1,1,5", or the numbers in the file of that name. Throws usage naming the option if an entry of
/// a list is not a number, and what io throws if it is no list and the file cannot be read.
struct NamedNumbers {
  std::vector<double> values;
  std::vector<std::string> names;  ///< of the columns of a file with a header
};
[[nodiscard]] NamedNumbers named_numbers_from(std::string_view option, const std::string& text);
/// The same without names.
[[nodiscard]] std::vector<double> numbers_from(std::string_view option, const std::string& text);

/// "cat,dog", or the lines of the file of that name. Throws likewise; names must be UTF-8.
[[nodiscard]] std::vector<std::string> names_from(std::string_view option, const std::string& text);

/// The entries between commas, without blanks around them.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

}  // namespace qualm::cli
