// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/prediction_set.h"
#include "qualm/io.h"

// Labels and IDs of rows, read in the same way by every interface.
namespace qualm {

/// True if entries are class numbers counted from 0, not class names. If the class names are other
/// numbers, such as 1, 2, 3, numbers are names.
[[nodiscard]] bool are_class_numbers(const io::Entries& entries,
                                     std::span<const std::string> class_names);

/// True if entries are numbers that are names of classes and could also count classes from 0, with
/// another result.
[[nodiscard]] bool may_be_names_or_numbers(const io::Entries& entries,
                                           std::span<const std::string> class_names);

/// Returns the class of each row: entries are class names, else whole numbers from 0 that index
/// `by_number` (empty: the classes in their order). Throws data, naming row and nearest class, if
/// an entry is neither or is not in `class_names`, or unless there is one entry per row.
[[nodiscard]] std::vector<std::uint32_t> labels_of(const io::Entries& entries,
                                                   std::span<const std::string> class_names,
                                                   std::size_t n_rows,
                                                   std::span<const std::string> by_number = {});

/// Returns the ID of each row. Throws data unless there is one entry per row.
[[nodiscard]] std::vector<std::string> ids_of(const io::Entries& entries, std::size_t n_rows);

/// Returns the arrays "labels" of the files that have one: in the group of the array `key`, else in
/// the root.
[[nodiscard]] std::vector<LabelsBeside> labels_beside(std::span<const std::string> paths,
                                                      const std::string& key);

/// Returns named class weights in the order of `class_names`. Throws data, naming `source` and
/// class, if a name is no class. Classes without a weight have 1.
[[nodiscard]] std::vector<double> weights_in_order(std::span<const double> weights,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<std::string>& class_names,
                                                   const std::string& source);

/// Returns the selected rows, given by ID if the set has IDs, else by number. Throws usage if a row
/// does not exist, is ambiguous or repeated, or if none is given.
[[nodiscard]] std::vector<std::size_t> rows_of(std::span<const std::string> texts,
                                               const PredictionSet& set);

}  // namespace qualm
