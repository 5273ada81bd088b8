// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "qualm/datasets/load.h"
#include "qualm/datasets/registry.h"

namespace qualm {

/// No data set has more classes: a label beyond it is no label.
inline constexpr std::size_t greatest_class_count = 65'536;

/// Makes a data set as read the known one: shape and number must fit (fewer are partial, with a
/// note), labels count from 0, pictures stand upright, classes have their names.
/// `limit` is what was asked for, 0: all. Throws data, naming `label`, if something does not fit.
void make_known(const DatasetInfo& info, const std::string& split, std::size_t limit,
                const std::string& label, Dataset& dataset);

/// Names the classes 0, 1, ... up to the greatest label.
void name_classes(Dataset& dataset);

}  // namespace qualm
