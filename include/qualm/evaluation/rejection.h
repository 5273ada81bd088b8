// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "qualm/evaluation/ranking.h"

namespace qualm {

// Classification with a reject option: the rows with the highest scores are rejected first. In the
// tallies of this header a positive row is one whose prediction is wrong. Let E(k) be the errors
// among the k rows with the lowest scores; inside a group of equal scores, the expectation over its
// orders, E linear in k. Risk at k is E(k)/k, accuracy 1 - E(k)/k, coverage k/n.

/// Accuracy of the rows kept when a portion is rejected.
struct RejectionCurve {
  std::vector<double> rejected;  ///< ascending for exact_rejection_curve, else as given
  std::vector<double> accuracy;  ///< NaN if no row is kept
  /// Straight lines between the points stay this close to the curve at every k.
  double deviation = 0;
};

/// Number of rows in a portion: floor(n * portion), after rounding products that are within
/// rounding error of a whole number. Throws usage if the portion is not within [0, 1].
[[nodiscard]] std::uint64_t n_rejected(std::uint64_t n_rows, double portion);

/// The curve at the given portions. Throws as n_rejected does.
[[nodiscard]] RejectionCurve rejection_curve(const Tally& tally, std::span<const double> portions);

/// 0, .02, ..., .98: the portions of the paper's figures.
[[nodiscard]] std::vector<double> paper_portions();

/// The curve at every k = n, ..., 1, thinned to max_points points if n is greater.
/// Throws usage if max_points < 3.
[[nodiscard]] RejectionCurve exact_rejection_curve(const Tally& tally,
                                                   std::size_t max_points = 1000);

[[nodiscard]] Figure accuracy(const Tally& tally);

/// How the area is computed from the risks at k = 1 ... n.
enum class AreaRule {
  mean,       ///< mean over k
  trapezoid,  ///< integral over coverage of straight lines, level between coverage 0 and 1/n
};
/// Reference of the excess.
enum class Optimum {
  exact,       ///< AURC of the oracle on these n rows
  asymptotic,  ///< its limit for many rows, r + (1-r) ln(1-r), r the error rate
};

[[nodiscard]] std::string_view name(AreaRule rule) noexcept;
[[nodiscard]] std::string_view name(Optimum optimum) noexcept;

/// Area under the risk-coverage curve, in [0, 1]; lower is better.
/// Each term is rounded once or twice, their sum is compensated: relative error below 1e-15.
[[nodiscard]] Figure aurc(const Tally& tally, AreaRule rule = AreaRule::mean);
/// Area under the accuracy-rejection curve, 1 - AURC.
[[nodiscard]] Figure auarc(const Tally& tally, AreaRule rule = AreaRule::mean);
/// AURC - optimum; not negative for the exact optimum, and 0 exactly for a perfect order.
[[nodiscard]] Figure e_aurc(const Tally& tally, AreaRule rule = AreaRule::mean,
                            Optimum optimum = Optimum::exact);
/// Area under E(k)/n over coverage, by trapezoids: (1-AUROC) acc (1-acc) + (1-acc)^2/2, in
/// [0, 1/2]. Integers up to the last division.
[[nodiscard]] Figure augrc(const Tally& tally);

/// The statistics of qualm reject: aurc, auarc, e_aurc, augrc, auroc_error.
[[nodiscard]] std::vector<Statistic> rejection_statistics(AreaRule rule = AreaRule::mean,
                                                          Optimum optimum = Optimum::exact);
/// All of them at once, which costs less.
[[nodiscard]] std::vector<Figure> rejection_figures(const Tally& tally,
                                                    AreaRule rule = AreaRule::mean,
                                                    Optimum optimum = Optimum::exact);

/// Accuracy of the ceil(n * coverage) rows with the lowest scores. Throws usage unless
/// 0 < coverage <= 1.
[[nodiscard]] Figure accuracy_at_coverage(const Tally& tally, double coverage);

/// Keep the rows with score <= threshold.
struct OperatingPoint {
  double threshold = 0;  ///< -infinity if no row is kept
  std::uint64_t kept = 0;
  double coverage = 0;
  Figure risk;  ///< error rate of the rows kept; undefined if no row is kept
};

[[nodiscard]] OperatingPoint apply_threshold(const Tally& tally, double threshold);
/// The greatest coverage of a threshold whose risk on these rows is at most `risk`. Descriptive
/// only; for new rows, see guarantee_risk. Throws usage unless 0 <= risk <= 1.
[[nodiscard]] OperatingPoint coverage_at_risk(const Tally& tally, double risk);
/// The greatest coverage that any order of these rows has at this risk: all negative rows and as
/// many positive ones as it allows. Throws usage unless 0 <= risk <= 1.
[[nodiscard]] double best_coverage_at_risk(const Tally& tally, double risk);

struct RiskGuarantee {
  Figure threshold;       ///< keep score <= threshold; undefined if no threshold passes
  double bound = 1;       ///< upper bound on the risk at that threshold, or the least bound found
  double coverage = 0;    ///< on the calibration rows
  double confidence = 0;  ///< of each test made
};

/// Which thresholds are tested, in which order, and at which confidence.
enum class GuaranteeMethod {
  /// Each threshold in turn from one that keeps few rows, until the first fails; each at 1 - delta.
  fixed_sequence,
  /// By bisection (Geifman & El-Yaniv 2017), each at 1 - delta / ceil(log2 n). Keeps fewer rows.
  binary_search,
};
[[nodiscard]] std::string_view name(GuaranteeMethod method) noexcept;

/// Selective risk control: a threshold such that, with probability 1 - delta over the draw of the
/// calibration rows, new rows kept by it are wrong at a rate of at most `risk`. Rows must be drawn
/// independently and the true risk must not fall as the threshold rises: docs/evaluation.md has the
/// proof. Clopper-Pearson bounds. Do not evaluate the threshold on the calibration rows: use
/// apply_threshold on a tally of held-out rows. Throws usage unless 0 < risk < 1 and 0 < delta < 1.
[[nodiscard]] RiskGuarantee guarantee_risk(
    const Tally& calibration, double risk, double delta,
    GuaranteeMethod method = GuaranteeMethod::fixed_sequence);

/// The smallest number of rows for which `errors` errors keep clopper_pearson_upper at or below
/// `risk`. Needs 0 < risk < 1, 0 < delta < 1.
[[nodiscard]] std::uint64_t fewest_rows_to_promise(std::uint64_t errors, double risk, double delta);

/// The exact upper confidence bound on an error rate after `errors` of `n` trials.
/// Needs errors <= n, n > 0, 0 < delta < 1.
[[nodiscard]] double clopper_pearson_upper(std::uint64_t errors, std::uint64_t n, double delta);

}  // namespace qualm
