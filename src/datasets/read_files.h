// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "qualm/datasets/load.h"

namespace qualm {

/// Reads files into `into`: one of pictures or features (recognised by its content) and
/// maybe one of labels, as the request says; or several CIFAR-10 binary files.
/// Throws data if the numbers of instances and labels differ, and what the readers throw.
void read_files(std::span<const std::string> paths, const DatasetRequest& request, Dataset& into);

/// "pictures-labels-idx1" for "pictures-images-idx3": where the labels of a file of pictures lie by
/// custom; "" if there is no such file.
[[nodiscard]] std::string labels_beside(const std::string& path);

}  // namespace qualm
