// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace qualm {

/// One value per row, or per distinct score: an array whose length is that of the data.
template <class T>
using Column = std::vector<T>;

}  // namespace qualm
