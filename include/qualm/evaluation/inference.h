// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/evaluation/int128.h"
#include "qualm/evaluation/ranking.h"
#include "qualm/progress.h"

namespace qualm {

/// A confidence interval, or the reason why there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
  std::string method;  ///< such as "delong-logit-t", "jackknife-logit-t", "bootstrap"
  std::string undefined;

  [[nodiscard]] bool is_defined() const noexcept { return undefined.empty(); }
};

/// DeLong's variance of the AUROC (DeLong, DeLong & Clarke-Pearson 1988), from integer mid-ranks.
/// Undefined if a kind has fewer than two rows or if all rows have the same placement, as for an
/// AUROC of 0 or 1.
[[nodiscard]] Figure delong_variance(const Tally& tally);

enum class Transform { none, logit };

/// AUROC +- z * deviation, clipped to [0, 1], or the same on the logit scale, as published;
/// auroc_interval has better coverage with few rows. Undefined where the variance is. Throws usage
/// unless 0 < level < 1.
[[nodiscard]] Interval delong_interval(const Tally& tally, double level = 0.95,
                                       Transform transform = Transform::logit);

/// For an AUROC of exactly 0 or 1: min(P, N) disjoint pairs are independent trials, so that
/// [(a/2)^(1/min(P,N)), 1], a = 1 - level, covers it at least that often. Undefined otherwise.
[[nodiscard]] Interval pairs_interval(const Tally& tally, double level = 0.95);

/// For each row, twice the number of rows of the other kind that it is ranked correctly against,
/// ties counting half: the input of DeLong's comparison of two scores.
struct Placements {
  std::vector<std::uint64_t> doubled;
  std::vector<std::uint8_t> positive;
  std::uint64_t n_negative = 0, n_positive = 0;

  /// Throws data unless there is one flag per row.
  Placements(const Ranking& ranking, std::span<const std::uint8_t> is_positive);
};

struct PairedTest {
  Figure difference;  ///< AUROC of a - AUROC of b
  Figure p_value;     ///< two-sided
  Interval interval;  ///< of the difference
};

/// DeLong's test of two scores on the same rows: exact integers up to the last divisions, Student's
/// t with Welch's degrees of freedom. The p-value is undefined with fewer than ten rows of a kind,
/// the interval with fewer than 200: it would cover less than its level. Throws usage if the rows
/// are not the same or unless 0 < level < 1.
[[nodiscard]] PairedTest delong_test(const Placements& a, const Placements& b, double level = 0.95);

/// Sums over one kind's rows of a doubled placement v (or of a difference of two), exact integers:
/// |v| <= 2 N with N rows of the other kind, so that with P N < 2^62 all stays within 2^126.
struct Moments {
  evaluation::Int128 sum = 0, squares = 0;

  void add(evaluation::Int128 value, evaluation::Int128 times = 1) {
    sum += times * value;
    squares += times * value * value;
  }
  /// The same where value * times is below 2^64, as it is for all rows with one placement.
  void add_placed(std::uint64_t value, std::uint64_t times) {
    const evaluation::Int128 all = value * times;
    sum += all;
    squares += all * value;
  }
  void add(const Moments& others) {
    sum += others.sum;
    squares += others.squares;
  }
};

/// The sums that DeLong's test of two scores needs: over the rows of each kind, of the difference
/// of their placements. Sums of separate rows can be added.
struct PairMoments {
  Moments of_negatives, of_positives;

  void add(const PairMoments& others) {
    of_negatives.add(others.of_negatives);
    of_positives.add(others.of_positives);
  }
};
/// The same test. Throws usage unless 0 < level < 1.
[[nodiscard]] PairedTest delong_test(const PairMoments& moments, std::uint64_t n_negative,
                                     std::uint64_t n_positive, double level = 0.95);

/// Holm's step-down adjustment of p-values for several tests; NaN stays NaN and does not count.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

struct BootstrapOptions {
  std::size_t replicates = 1000;
  double level = 0.95;
  std::uint64_t seed = 0;
  unsigned threads = 0;     ///< 0: all cores; the result does not depend on it
  bool stratified = false;  ///< resample each kind separately: for two samples, in and out
};

struct Bootstrap {
  Interval interval;            ///< percentiles of the defined replicates
  std::size_t n_undefined = 0;  ///< replicates without a value, such as those without an error
};

/// Percentile bootstrap of any statistics, all on the same replicates: n rows drawn with
/// replacement, as counts over the tally; no row is copied. One result per statistic. Covers less
/// than its level where few rows decide: qualm/evaluation/intervals.h has better ones for areas.
/// Each thread works in about 13 bytes per row. Throws usage for no replicate or unless
/// 0 < level < 1.
[[nodiscard]] std::vector<Bootstrap> bootstrap(const Tally& tally,
                                               std::span<const Statistic> statistics,
                                               const BootstrapOptions& options = {},
                                               const Progress& progress = {});

/// One number from each of several independent runs.
struct RunSummary {
  std::size_t n_runs = 0;
  Figure mean;
  Figure std;  ///< ddof 0; this and the following undefined for one run
  Figure sem;  ///< standard error of the mean, std with `band_ddof` / sqrt(runs)
  Figure t95;  ///< half width of the 95% t-interval of the mean, sem * t(.975, runs - 1)
};
/// NaN marks a run without a value: then there is no summary. band_ddof 1 gives an unbiased
/// variance and a t-interval with nominal coverage; the paper's figures use 0. The order of the
/// runs does not matter.
[[nodiscard]] RunSummary summarize_runs(std::span<const double> values, unsigned band_ddof = 1);

/// Paired t-test of two values per run. Undefined for one run, if a run has no value (NaN), or if
/// all differences are equal and not 0. Throws usage if the lengths differ.
[[nodiscard]] PairedTest paired_t_test(std::span<const double> a, std::span<const double> b);

/// Numbers of independent runs as a paper gives them.
struct RunsInWords {
  double mean = 0;
  double std = 0;     ///< not used if n is 1
  std::size_t n = 0;  ///< runs
  unsigned ddof = 0;  ///< of the std
};

struct TwoSampleTest {
  Figure difference;          ///< mean of a - mean of b
  Figure degrees_of_freedom;  ///< of Student's t; this and the following undefined without a spread
  Figure p_value;             ///< two-sided
  Interval interval;          ///< of the difference
};

/// Tests whether two sets of runs have the same mean: Welch's test, which allows different spreads;
/// if one set is a single run, Student's test with the spread of the other for both.
/// Undefined for two single runs, or if neither set has a spread. Throws usage unless
/// 0 < level < 1, and if a set has no run.
[[nodiscard]] TwoSampleTest welch_test(const RunsInWords& a, const RunsInWords& b,
                                       double level = 0.95);

}  // namespace qualm
