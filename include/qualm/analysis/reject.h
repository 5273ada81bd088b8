// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "qualm/analysis/estimate.h"
#include "qualm/analysis/score_table.h"
#include "qualm/evaluation/calibration.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/rejection.h"

namespace qualm {

/// Half width of the band around the mean curve of several runs.
enum class Band { std, sem, t95 };
[[nodiscard]] std::string_view name(Band band) noexcept;

/// The expected error rate of new rows kept is at most `risk`, with probability 1 - delta.
struct GuaranteeRequest {
  double risk = 0, delta = 0.05;
};

struct RejectOptions {
  /// Rejected portions of the points of the curves; empty: all, at most max_points points.
  std::vector<double> portions;
  std::size_t max_points = 1000;
  Band band = Band::std;
  unsigned band_ddof = 1;  ///< for sem and t95; the paper's figures use 0
  std::vector<double> coverages = {0.8, 0.9, 0.95};
  std::vector<double> risks = {0.01, 0.05};
  std::size_t n_bins = 15;  ///< of histograms and of the reliability diagram
  AreaRule area = AreaRule::mean;
  Optimum optimum = Optimum::exact;
  Binning binning = Binning::equal_width;  ///< of the reliability diagram
  /// For intervals of one run. Replicates 0: the intervals of qualm/evaluation/intervals.h.
  BootstrapOptions bootstrap = {.replicates = 0};
  bool intervals_in_table = false;
  std::optional<GuaranteeRequest> guarantee;
  GuaranteeMethod guarantee_method = GuaranteeMethod::fixed_sequence;

  /// Throws usage for inconsistent options, such as a guarantee without calibration rows.
  void check(bool has_calibration_rows) const;
};

/// A threshold found on the calibration rows of one run, and its effect on the test rows.
struct GuaranteedThreshold {
  RiskGuarantee promise;
  OperatingPoint on_test_rows;
};

/// The accuracy-rejection curve and statistics of one score.
struct ScoreRejection {
  std::string name;
  std::vector<double> rejected;
  std::vector<double> accuracy;                ///< mean over runs; NaN if no row is kept
  std::vector<double> accuracy_std;            ///< over runs, ddof 0; empty for one run
  std::vector<double> half_width;              ///< of the requested band; empty for one run
  double deviation = 0;                        ///< see RejectionCurve
  std::vector<Estimate> statistics;            ///< in the order of rejection_statistics
  std::vector<Estimate> accuracy_at_coverage;  ///< one per requested coverage
  std::vector<Estimate> coverage_at_risk;      ///< one per requested risk
  std::vector<OperatingPoint> at_risk;         ///< of the first run, one per risk
  Histogram histogram;                         ///< of the first run; positive: wrong
  Estimate overlap;
  std::vector<GuaranteedThreshold> guarantee;  ///< one per run; empty unless requested
};

/// Calibration of the mean prediction.
struct CalibrationResult {
  Estimate accuracy, nll, brier, ece, mce;
  Reliability reliability;  ///< of the first run
};

struct RejectResult {
  std::size_t n_rows = 0, n_calibration_rows = 0, n_runs = 0;
  RejectOptions options;
  Estimate accuracy;
  std::vector<ScoreRejection> scores;
  ScoreRejection random, oracle;                 ///< without histogram and guarantee
  std::optional<CalibrationResult> calibration;  ///< unless only scores were given
};

/// Evaluates rejection by every score of the table. Requires `wrong` in every run. `calibration`
/// are separate rows for the guarantee only (see take_rows). Throws data for a NaN score, usage for
/// inconsistent options, such as a guarantee without calibration rows, or if a score has the name
/// random or oracle.
[[nodiscard]] RejectResult reject(const ScoreTable& table, const RejectOptions& options = {},
                                  const ScoreTable* calibration = nullptr,
                                  const Progress& progress = {});

}  // namespace qualm
