// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm::evaluation {

/// The jackknife's pseudo-values n T - (n - 1) T(without that row) of a row of a group of equal
/// scores: index 0 of a negative row, 1 of a positive one. Without meaning for a kind that the
/// group does not have.
using PseudoValues = std::array<double, 2>;
using VisitPseudoValues = std::function<void(std::size_t group, const PseudoValues& values)>;

/// One pass from the highest score to the lowest, without memory. Need two rows.
void visit_aurc(const Tally& tally, AreaRule rule, const VisitPseudoValues& visit);
void visit_e_aurc(const Tally& tally, AreaRule rule, Optimum optimum,
                  const VisitPseudoValues& visit);
void visit_augrc(const Tally& tally, const VisitPseudoValues& visit);

/// Of the average precision when one kind's rows are left out in turn and the other kind stays, so
/// that n is that kind's number of rows. Needs two rows of either kind.
void visit_average_precision(const Tally& tally, Target target, const VisitPseudoValues& visit);

}  // namespace qualm::evaluation
