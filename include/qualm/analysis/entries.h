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

// What users say of each row: its class, its name. One reading for every front door.
namespace qualm {

/// Whether entries are numbers of classes, counted from 0 on, rather than names. Where the classes
/// are called by other numbers, as by 1, 2, 3, numbers are names.
[[nodiscard]] bool are_class_numbers(const io::Entries& entries,
                                     std::span<const std::string> class_names);

/// The class of each row: entries that are names of classes, else whole numbers from 0 on, which
/// count `by_number` (empty: the classes in their order). Throws data, naming row and nearest
/// class, if an entry is neither, if it is a class that is not among `class_names`, or if there is
/// not one per row.
[[nodiscard]] std::vector<std::uint32_t> labels_of(const io::Entries& entries,
                                                   std::span<const std::string> class_names,
                                                   std::size_t n_rows,
                                                   std::span<const std::string> by_number = {});

/// What each row is called. Throws data if there is not one entry per row.
[[nodiscard]] std::vector<std::string> ids_of(const io::Entries& entries, std::size_t n_rows);

/// The array "labels" of each of the files that is an .npz and has one.
[[nodiscard]] std::vector<LabelsBeside> labels_beside(std::span<const std::string> paths);

/// Weights of classes that have names, in the order of `class_names`. Throws data, naming `source`
/// and class, unless the names are the same.
[[nodiscard]] std::vector<double> weights_in_order(std::span<const double> weights,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<std::string>& class_names,
                                                   const std::string& source);

/// The rows that texts name: by id where the set has ids, else by number. Throws usage if there is
/// no such row, if two are called so, if one is named twice, or if no text is given.
[[nodiscard]] std::vector<std::size_t> rows_of(std::span<const std::string> texts,
                                               const PredictionSet& set);

}  // namespace qualm
