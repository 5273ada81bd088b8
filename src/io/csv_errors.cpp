// SPDX-License-Identifier: Apache-2.0
#include "io/csv_errors.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/csv_number.h"
#include "io/text.h"
#include "qualm/error.h"

namespace qualm::io {

void throw_bad_number(const std::string& place, const CsvLayout& layout, std::size_t column,
                      std::string_view field) {
  std::string where = fmt::format("{}, column {}", place, column + 1);
  if (!layout.column_names.empty())
    where += fmt::format(" ({})", printable(layout.column_names[column], 40));
  const std::string_view first_word = field.substr(0, field.find(' '));
  if (field.empty()) throw_data(where + ": is empty; fill it or remove the row");
  if (parse_number(field).state == NumberState::too_large) {
    throw_data(
        fmt::format("{}: {} is out of range, no double is that large", where, in_quotes(field)));
  }
  if (has_decimal_comma(field)) {
    throw_data(fmt::format("{}: {} has a decimal comma; write a point, as in 0.5", where,
                           in_quotes(field)));
  }
  if (first_word.size() < field.size() && parse_number(first_word).state == NumberState::number) {
    throw_data(
        fmt::format("{}: {} is not a number; separate numbers by commas, as in "
                    "numpy.savetxt(\"p.csv\", a, delimiter=\",\")",
                    where, in_quotes(field)));
  }
  if (field.ends_with('%')) {
    throw_data(
        fmt::format("{}: {} is a percentage; divide by 100, as in 0.5", where, in_quotes(field)));
  }
  throw_data(fmt::format("{}: {} is not a number; correct it, or remove the row or the column",
                         where, in_quotes(field)));
}

void throw_ragged(const std::string& place, const CsvLayout& layout,
                  const std::vector<std::string_view>& fields) {
  const bool all_digits = std::all_of(fields.begin(), fields.end(), [](std::string_view field) {
    return !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
  });
  throw_data(fmt::format("{}: has {} field{}, the first row has {}{}", place, fields.size(),
                         fields.size() == 1 ? "" : "s", layout.n_columns,
                         all_digits && layout.delimiter == ','
                             ? "; decimal commas? write a point, as in 0.5"
                             : "; each row needs the same number"));
}

}  // namespace qualm::io
