// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "page/state.h"
#include "page/telling_rows.h"

namespace qualm::page {

struct SelectedRows {
  std::vector<RowRef> rows;    ///< those of the page asked for, in order
  std::size_t n_matching = 0;  ///< how many fit on all pages
};

/// Throws usage if the query names what does not exist.
[[nodiscard]] SelectedRows select_rows(const State& state, const Weighted& weighted,
                                       const RowQuery& query);

}  // namespace qualm::page
