// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

// Intervals without bootstrap: a variance from one pass over the sorted rows, the logit
// scale, and Student's t with as many degrees of freedom as the rows' contributions support.
// If half of the rows or more tie at one score and none is wrong (positive) up to it, intervals of
// areas and of the AUROC reach what the rows would give with as many errors there as Clopper and
// Pearson's bound allows. All throw usage unless 0 < level < 1. Coverage: docs/evaluation.md.

/// DeLong's variance, averaged with Hanley & McNeil's as if one more row of the rarer kind had
/// shown it, on the logit scale; pairs_interval for an AUROC of exactly 0 or 1. Undefined with
/// fewer than two rows of either kind, or if all rows have the same placement.
[[nodiscard]] Interval auroc_interval(const Tally& tally, double level = 0.95);

/// The jackknife over rows, or over each kind's rows for the average precision, whose two kinds are
/// separate samples. If the variance is 0, as without errors, areas have an interval that is valid
/// for any order of the rows: method "worst-order". The average precision has none with fewer than
/// 100 rows of either kind.
[[nodiscard]] Interval aurc_interval(const Tally& tally, AreaRule rule = AreaRule::mean,
                                     double level = 0.95);
[[nodiscard]] Interval e_aurc_interval(const Tally& tally, AreaRule rule = AreaRule::mean,
                                       Optimum optimum = Optimum::exact, double level = 0.95);
[[nodiscard]] Interval augrc_interval(const Tally& tally, double level = 0.95);
[[nodiscard]] Interval average_precision_interval(const Tally& tally,
                                                  Target target = Target::positives,
                                                  double level = 0.95);

/// Of the mean of scores that are not negative, on the logarithmic scale: method "log-t". Undefined
/// for one row, if all are equal, and if one is infinite.
[[nodiscard]] Interval mean_interval(std::span<const double> scores, double level = 0.95);

/// Of an accuracy, by Clopper and Pearson: covers at least its level. Needs n_rows > 0.
[[nodiscard]] Interval accuracy_interval(std::uint64_t n_wrong, std::uint64_t n_rows,
                                         double level = 0.95);

/// A statistic and its interval, computed together: that costs less.
struct WithInterval {
  Figure figure;
  Interval interval;
};
[[nodiscard]] WithInterval auroc_with_interval(const Tally& tally, double level = 0.95);
[[nodiscard]] WithInterval average_precision_with_interval(const Tally& tally,
                                                           Target target = Target::positives,
                                                           double level = 0.95);
/// One per statistic of rejection_statistics, in that order.
[[nodiscard]] std::vector<WithInterval> rejection_with_intervals(const Tally& tally,
                                                                 AreaRule rule = AreaRule::mean,
                                                                 Optimum optimum = Optimum::exact,
                                                                 double level = 0.95);

/// One interval per statistic of rejection_statistics, in that order.
[[nodiscard]] std::vector<Interval> rejection_intervals(const Tally& tally,
                                                        AreaRule rule = AreaRule::mean,
                                                        Optimum optimum = Optimum::exact,
                                                        double level = 0.95);

}  // namespace qualm
