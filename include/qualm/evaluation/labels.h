// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace qualm {

// Checks of user input. `source` is the name of the file or argument, for the message; rows
// count from 0. All throw data.

/// Checks that there is one value per row.
void check_one_per_row(std::size_t n_values, std::size_t n_rows, const std::string& source);

/// Class labels 0 ... n_classes - 1, one for each of n_rows. The message mentions labels that look
/// 1-based.
[[nodiscard]] std::vector<std::uint32_t> check_labels(std::span<const double> values,
                                                      std::size_t n_rows, std::size_t n_classes,
                                                      const std::string& source);

/// The flag of a row. Throws data if it is neither 0 nor 1.
[[nodiscard]] std::uint8_t check_flag(double value, std::size_t row, const std::string& source);

/// Flags 0 or 1, one for each of n_rows.
[[nodiscard]] std::vector<std::uint8_t> check_flags(std::span<const double> values,
                                                    std::size_t n_rows, const std::string& source);

/// At least one score, none of them NaN.
void check_scores(std::span<const double> scores, const std::string& source);

/// 1 where prediction and label differ: the positives of a rejection tally.
/// Throws data if the lengths differ.
[[nodiscard]] std::vector<std::uint8_t> wrong_flags(std::span<const std::uint32_t> predicted,
                                                    std::span<const std::uint32_t> labels);

}  // namespace qualm
