// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "qualm/measures.h"

namespace qualm::detail {

/// Where the first row of a result stands in the whole data: "preds.npy: ", 4096.
struct ResultPlace {
  std::string_view prefix;
  std::size_t first_row = 0;
};

/// Whether NaN stands for a value that was reported as undecided: of a measure or an extra
/// ("credal", "credal.hartley") in a row of the whole data. Empty: it never does.
using IsUndecided = std::function<bool(std::string_view name, std::size_t row)>;

/// The one check that every result passes before anybody sees it. Throws data, naming row, measure
/// and part, if a value is NaN and not undecided, minus infinity, or infinite though its measure is
/// not `unbounded`.
void check_results(const Measures& result, const ResultPlace& where,
                   const IsUndecided& is_undecided = {});

/// Whether all values of the rows from `first` up to `last` are finite: then check_results() has
/// nothing to say of them.
[[nodiscard]] bool are_finite(const Measures& result, std::size_t first, std::size_t last);

/// check_results() of the parts of one measure, `per_row` values for each row. `kind` follows the
/// name: " of a class".
void check_parts(const Measure& measure, const Parts& parts, std::size_t per_row,
                 std::string_view kind, const ResultPlace& where,
                 const IsUndecided& is_undecided = {});

}  // namespace qualm::detail
