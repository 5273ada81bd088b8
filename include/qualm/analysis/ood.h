// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "qualm/analysis/estimate.h"
#include "qualm/analysis/score_table.h"
#include "qualm/evaluation/detection.h"
#include "qualm/evaluation/inference.h"

namespace qualm {

struct OodOptions {
  Target fpr_target = Target::positives;  ///< of fpr95; negatives: 95 % of the in-distribution rows
  std::size_t n_bins = 15;
  std::size_t max_points = 1000;  ///< of a ROC curve
  double significance = 0.05;     ///< of comparisons, after Holm's adjustment
  /// Of the interval of fpr95. Replicates 0: none.
  BootstrapOptions bootstrap = {.replicates = 0, .stratified = true};
};

/// Rows from elsewhere under the name they have in output.
struct OodSet {
  std::string name;
  ScoreTable table;
};

/// One score as a detector of one set. The positives are out-of-distribution.
struct OodDetection {
  std::vector<Estimate> statistics;  ///< in the order of detection_statistics
  std::vector<double> fpr, tpr;      ///< the ROC curve; of several runs the mean tpr at each fpr
  std::vector<double> tpr_std;       ///< over runs, ddof 0; empty for one run
  Histogram histogram;               ///< of the first run
  Estimate overlap;
  /// The greatest AUROC on this set, or not significantly less than that.
  bool is_best = false;
};

/// Two scores on the same rows: DeLong's test for one run, the paired t-test over several.
struct OodComparison {
  std::size_t a = 0, b = 0, set = 0;
  PairedTest test;
  Figure p_adjusted;  ///< by Holm, over all comparisons
};

struct OodResult {
  std::size_t n_runs = 0, n_in = 0;
  OodOptions options;
  std::vector<std::string> scores, sets;
  std::vector<std::size_t> n_out;                     ///< rows of each set
  std::vector<std::vector<OodDetection>> detections;  ///< by score, then by set
  std::vector<OodComparison> comparisons;
};

/// One ensemble must have predicted all sets, else their uncertainties do not compare: throws data
/// if members or classes are not as many.
void check_same_ensemble(const PredictionSet& in, const PredictionSet& out,
                         const std::string& name);

/// How well each score separates the rows of each set from in-distribution rows. All tables must
/// have the same scores and as many runs: throws usage else, data for a score that is NaN.
[[nodiscard]] OodResult ood(const ScoreTable& in, std::span<const OodSet> sets,
                            const OodOptions& options = {}, const Progress& progress = {});

}  // namespace qualm
