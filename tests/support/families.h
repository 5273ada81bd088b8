// SPDX-License-Identifier: Apache-2.0
// Which measures a test is about.
#pragma once

#include <algorithm>
#include <vector>

#include "qualm/measures.h"

namespace families {

/// Parts are expectations over the members, which the reference has a definition of. Least and
/// greatest values on a set have tests of their own: tests/measures/credal_*_test.cpp.
inline bool are_expectations(const qualm::Family& family) {
  return family.relation != qualm::Relation::bounds;
}

/// A ball around the mean is as large for members that agree.
inline bool vanish_for_equal_members(const qualm::Family& family) {
  return family.name != "tv-ball";
}

inline bool take_dirichlet(const qualm::Family& family) {
  return static_cast<bool>(family.of_dirichlet);
}

inline std::vector<qualm::Measure> measures_that(bool (*is_wanted)(const qualm::Family&)) {
  std::vector<qualm::Measure> wanted = qualm::all_measures();
  std::erase_if(wanted, [&](const qualm::Measure& each) { return !is_wanted(each.family()); });
  return wanted;
}

}  // namespace families
