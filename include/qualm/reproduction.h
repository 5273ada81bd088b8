// SPDX-License-Identifier: Apache-2.0
#pragma once

// The paper's experiments: published numbers, reduced scales, results. Does not train, read files
// or print.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "qualm/analysis/estimate.h"
#include "qualm/analysis/pooled.h"
#include "qualm/training.h"

namespace qualm {

/// quick: minutes, a smoke test; cpu: a night on two cores; paper: everything.
enum class Scale { quick, cpu, paper };
[[nodiscard]] std::string_view name(Scale scale) noexcept;

/// The training of an experiment on a data set, without folders: options set in `said`
/// override the defaults of the scale.
[[nodiscard]] training::TrainJob training_for(std::string_view dataset, Scale scale,
                                              training::TrainJob said = {});
/// Test rows that are predicted; 0: all.
[[nodiscard]] std::size_t test_rows_for(Scale scale) noexcept;
/// A name for the folder of that training: unique per training configuration.
/// "fashion-mnist", "fashion-mnist-train-epochs-10", "cifar-10-cpu".
[[nodiscard]] std::string training_folder(std::string_view dataset, Scale scale,
                                          const training::TrainJob& said = {});
/// The options of the recipe that the user gave: {"recipe", "train"}, {"epochs", "10"}.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> said_of_recipe(
    const training::TrainJob& said);

/// A published number.
struct Published {
  double value = 0;
  std::optional<double> std;  ///< over its runs, ddof 0; none where it was read off a plot
  std::string_view remark = {};
  std::size_t n_runs = 5;  ///< that `std` is computed over
};
/// Table 1: AUROC of an epistemic score ("variance.epistemic"). Empty if it is not published.
[[nodiscard]] std::optional<Published> published_auroc(std::string_view in, std::string_view out,
                                                       std::string_view score);
/// Accuracy when this share is rejected by total uncertainty, read off the plots. Empty if not
/// available.
[[nodiscard]] std::optional<Published> published_accuracy(std::string_view dataset,
                                                          double rejected);
/// The share of correct rows in the first of 15 bins of variance.total, read off a plot of the
/// authors' notebook.
[[nodiscard]] std::optional<Published> published_first_bin(std::string_view dataset);

/// A reproduced number and the published one.
struct ReproducedNumber {
  std::string what;  ///< "fashion-mnist -> mnist, AUROC of variance.epistemic"
  Estimate ours;
  std::optional<Published> published;
  std::vector<double> runs = {};               ///< one per run, where known
  std::optional<PooledSubsets> pooled = {};    ///< of ensembles drawn from the members of all runs
  std::optional<TwoSampleTest> compared = {};  ///< with another of our numbers, which `what` names

  /// ours - published in units of the published ±; undefined where there is none.
  [[nodiscard]] Figure deviation() const;
  /// Welch's test of our runs against the published ones; undefined where these have no spread.
  [[nodiscard]] TwoSampleTest test() const;
};

/// A sentence of the paper as a number with an interval.
struct ReproducedClaim {
  std::string claim;     ///< wording of the paper
  std::string what;      ///< the number that decides
  std::string decision;  ///< "holds below 0"
  Estimate value;        ///< with its interval
  double low = 0;        ///< the claim holds if the interval is between low
  double high = 0;       ///< and high, and fails if it is outside

  /// "holds", "fails", "undecided", or "unknown" without an interval.
  [[nodiscard]] std::string_view verdict() const noexcept;
};

/// A training behind the numbers, and how it is reduced from the paper's.
struct ReproducedTraining {
  std::string dataset;
  training::TrainingPlan plan;
  std::size_t members = 0, runs = 0;
  double seconds = 0;                   ///< of all members, as the log has them; 0: not known
  std::vector<double> test_accuracies;  ///< of single members
  std::string folder = {};              ///< name of the arm
  [[nodiscard]] std::vector<std::string> cuts() const;  ///< "epochs: 1 of 20"
};

struct Reproduction {
  std::string experiment;
  Scale scale = Scale::quick;
  std::uint64_t seed = 0;
  std::string command;  ///< that reproduces it
  std::vector<ReproducedNumber> numbers;
  std::vector<ReproducedClaim> claims;
  std::vector<ReproducedTraining> trainings;
  std::size_t test_rows = 0;         ///< 0: all
  std::vector<std::string> missing;  ///< what was skipped, and why
  std::vector<std::string> notes;
  double seconds = 0;  ///< of this command alone
};

/// Two scores of the same rows, of which some are wrong, compared by a statistic of their tallies.
/// One figure per run, or for one run the interval of `replicates` bootstrap samples of its rows.
struct PairedRows {
  std::span<const double> a, b;
  std::span<const std::uint8_t> wrong;
};
using PairedStatistic = double (*)(const Tally& a, const Tally& b);
[[nodiscard]] Estimate compare_scores(std::span<const PairedRows> runs, PairedStatistic statistic,
                                      std::size_t replicates = 300, std::uint64_t seed = 0);
/// Overlap of the histograms of correct and wrong rows, that of a - that of b.
[[nodiscard]] double overlap_difference(const Tally& a, const Tally& b);
/// The greatest distance between the accuracy-rejection curves at those portions of the paper that
/// keep 5% or more of the rows: with fewer rows, one error dominates the accuracy.
[[nodiscard]] double greatest_gap(const Tally& a, const Tally& b);

}  // namespace qualm
