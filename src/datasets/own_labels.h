// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "io/same_rows.h"
#include "qualm/datasets/load.h"

namespace qualm {

/// Fills in labels and class names of a data set from an array or a column: whole numbers from 0
/// on, or names of classes. `class_names` of the data set, if it has any, are the classes; else
/// those of the file of labels; else names are sorted. Throws data if a label is no class, or if
/// the file identifies other rows than `instances`.
void read_labels(const std::string& path, const std::string& key, std::size_t limit,
                 const io::RowsOf& instances, Dataset& into);

}  // namespace qualm
