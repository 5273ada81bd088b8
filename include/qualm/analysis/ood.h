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
  Target fpr_target = Target::positives;  ///< for fpr95; negatives: 95% of the in-distribution rows
  std::size_t n_bins = 15;
  std::size_t max_points = 1000;  ///< of a ROC curve
  double significance = 0.05;     ///< level of comparisons, after Holm's adjustment
  /// For the interval of fpr95. Replicates 0: no interval.
  BootstrapOptions bootstrap = {.replicates = 0, .stratified = true};
};

/// Out-of-distribution rows and their name in the output.
struct OodSet {
  std::string name;
  ScoreTable table;
};

/// One score as a detector of one set. Positives are out-of-distribution rows.
struct OodDetection {
  std::vector<Estimate> statistics;  ///< in the order of detection_statistics
  std::vector<double> fpr, tpr;      ///< the ROC curve; of several runs the mean tpr at each fpr
  std::vector<double> tpr_std;       ///< over runs, ddof 0; empty for one run
  Histogram histogram;               ///< of the first run
  Estimate overlap;
  /// True for the greatest AUROC on this set, or one that is not significantly lower.
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

/// Checks that all sets come from one ensemble: throws data if the number of members or classes
/// differs.
void check_same_ensemble(const PredictionSet& in, const PredictionSet& out,
                         const std::string& name);

/// How well each score separates the rows of each set from in-distribution rows. All tables must
/// have the same scores and number of runs: throws usage otherwise, data for a NaN score.
[[nodiscard]] OodResult ood(const ScoreTable& in, std::span<const OodSet> sets,
                            const OodOptions& options = {}, const Progress& progress = {});

}  // namespace qualm
