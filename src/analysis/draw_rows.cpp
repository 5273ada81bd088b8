// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "qualm/analysis/score_table.h"
#include "qualm/error.h"
#include "qualm/evaluation/labels.h"
#include "qualm/random.h"

namespace qualm {

std::vector<std::uint8_t> draw_rows(std::size_t n_rows, double share, std::uint64_t seed) {
  if (!(share > 0 && share < 1)) {
    throw_usage(fmt::format("share {}: give a number between 0 and 1", share));
  }
  const auto n_drawn = static_cast<std::size_t>(static_cast<double>(n_rows) * share);
  if (n_drawn == 0) {
    throw_data(fmt::format(
        "a share of {} of {} rows is less than one row; give more rows or a greater share", share,
        n_rows));
  }
  std::vector<std::uint32_t> rows(n_rows);
  std::iota(rows.begin(), rows.end(), std::uint32_t{0});
  std::vector<std::uint8_t> flags(n_rows, 0);
  Random random(seed);
  for (std::size_t i = 0; i < n_drawn; ++i) {
    std::swap(rows[i], rows[i + static_cast<std::size_t>(random.below(n_rows - i))]);
    flags[rows[i]] = 1;
  }
  return flags;
}

namespace {

bool looks_like_mask(std::span<const double> rows, std::size_t n_rows) {
  return rows.size() == n_rows &&
         std::all_of(rows.begin(), rows.end(), [](double row) { return row == 0 || row == 1; });
}

}  // namespace

std::vector<std::uint8_t> flags_of_rows(std::span<const double> rows, std::size_t n_rows,
                                        const std::string& source) {
  std::vector<std::uint8_t> flags(n_rows, 0);
  for (const double row : rows) {
    if (!(row >= 0 && row < static_cast<double>(n_rows)) || std::floor(row) != row) {
      throw_data(fmt::format("{}: {} is not a row; rows are 0 to {}", source, row, n_rows - 1));
    }
    std::uint8_t& flag = flags[static_cast<std::size_t>(row)];
    if (flag != 0) {
      throw_data(fmt::format("{}: row {} is given twice{}", source, row,
                             looks_like_mask(rows, n_rows)
                                 ? "; if this is a mask, convert it to booleans: a.astype(bool)"
                                 : ""));
    }
    flag = 1;
  }
  if (rows.size() == n_rows) {
    throw_data(fmt::format("{}: names all {} rows; leave some to evaluate", source, n_rows));
  }
  return flags;
}

std::vector<std::uint8_t> flags_of_mask(std::span<const double> mask, std::size_t n_rows,
                                        const std::string& source) {
  std::vector<std::uint8_t> flags = check_flags(mask, n_rows, source);
  const auto n_taken = static_cast<std::size_t>(std::count(flags.begin(), flags.end(), 1));
  if (n_taken == 0) throw_data(fmt::format("{}: chooses no row; choose some", source));
  if (n_taken == n_rows) {
    throw_data(fmt::format("{}: chooses all {} rows; leave some to evaluate", source, n_rows));
  }
  return flags;
}

}  // namespace qualm
