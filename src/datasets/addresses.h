// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "qualm/datasets/registry.h"

namespace qualm {

/// Where a file of a data set can be: MIRROR/<data set>/<file> and MIRROR/<file>, or, without a
/// mirror, its authors' addresses. A mirror without "://" is a folder; it becomes a file: address.
/// Throws usage if the mirror's address is of another kind than http and https, system if there is
/// no such folder.
[[nodiscard]] std::vector<std::string> addresses_of(const DatasetInfo& info, std::string_view file,
                                                    const std::string& mirror);

}  // namespace qualm
