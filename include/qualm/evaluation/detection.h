// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "qualm/evaluation/ranking.h"

namespace qualm {

// Detection by a score: of out-of-distribution rows, or of wrong predictions. A row is detected if
// its score is at least a threshold. All statistics are undefined unless there are rows of both
// kinds.

/// The probability that a positive row scores above a negative one, ties counting half. One
/// division of two integers; exactly 0.5 when all scores are equal.
[[nodiscard]] Figure auroc(const Tally& tally);

/// The kind of row to detect: positives, by high scores, or negatives, by low scores.
enum class Target { positives, negatives };

/// Average precision, the sum of (R_j - R_{j-1}) P_j over the distinct scores, without
/// interpolation, as in scikit-learn.
[[nodiscard]] Figure average_precision(const Tally& tally, Target target = Target::positives);

/// The least false positive rate among the thresholds whose true positive rate is at least `tpr`.
/// Throws usage unless 0 < tpr <= 1.
[[nodiscard]] Figure fpr_at_tpr(const Tally& tally, double tpr = 0.95,
                                Target target = Target::positives);

/// The statistics of qualm ood: auroc, aupr_in, aupr_out, fpr95.
[[nodiscard]] std::vector<Statistic> detection_statistics(Target fpr_target = Target::positives);

/// The corners of the ROC curve from (0, 0) to (1, 1); points on a straight line are left out.
struct RocCurve {
  std::vector<double> fpr, tpr;
  std::vector<double> threshold;  ///< score >= threshold is detected; the first is infinite
  /// Greatest error of the thinned curve: tpr - fpr differs by at most this at equal tpr + fpr.
  double deviation = 0;
};
/// At most max_points corners (0: all). Empty unless there are rows of both kinds.
/// Throws usage if max_points is 1 or 2.
[[nodiscard]] RocCurve roc_curve(const Tally& tally, std::size_t max_points = 1000);

/// Histograms of both kinds of rows with the same bins.
struct Histogram {
  std::vector<double> edges;               ///< n_bins + 1, equal steps over the range of all rows
  std::vector<double> negative, positive;  ///< n_bins shares of that kind; empty if it has no row
  /// Overlap of both histograms: sum of the lesser shares, in [0, 1]. Scores of infinity
  /// and -infinity count as two more bins.
  Figure overlap;
  std::uint64_t n_infinite = 0;  ///< rows in no bin
};
/// Bins are [low, high), the last one [low, high]. When all scores are equal to c, the range is c
/// plus and minus max(1, |c|)/2. Throws usage if n_bins is 0.
[[nodiscard]] Histogram histogram(const Tally& tally, std::size_t n_bins = 15);

}  // namespace qualm
