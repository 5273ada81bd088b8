// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace qualm::io {

/// Whether a field is a measurement rather than a name: 0.5, 1e-3, nan, 0,5, and 0.1 0.9 in one
/// field.
[[nodiscard]] bool looks_like_data(std::string_view field);

/// Whether the first row names the columns. Whole numbers do, as those of a pandas.DataFrame, if
/// the numbers below are not whole.
[[nodiscard]] bool is_header(const std::vector<std::string_view>& fields,
                             const std::vector<std::string_view>& below);

/// Whether a comment above the first row names the columns: it has a word for each. numpy.savetxt
/// writes its header so.
[[nodiscard]] bool names_columns(const std::vector<std::string_view>& comment,
                                 std::size_t n_columns);

/// What may be a header but is read as the first row: 0, 1, 2, ... or 1.0, 2.0, 3.0, ...
[[nodiscard]] bool may_be_header(const std::vector<std::string_view>& fields);

}  // namespace qualm::io
