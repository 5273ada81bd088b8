// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "array/sorted_sum.h"
#include "qualm/measures/family.h"

namespace qualm::detail {

/// The weighted mean of term(m), the same bits for any order of the members. Members without weight
/// are not asked: their term may be infinite. `terms`: M places to work in.
template <class Term>
[[nodiscard]] double mean_over_members(const Members& members, std::span<double> terms,
                                       const Term& term) {
  for (std::size_t m = 0; m < members.n_members; ++m) {
    terms[m] = members.weights[m] > 0 ? members.weights[m] * term(m) : 0;
  }
  return sorted_sum(terms);
}

}  // namespace qualm::detail
