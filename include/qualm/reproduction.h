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
#include <vector>

#include "qualm/analysis/estimate.h"
#include "qualm/training.h"

namespace qualm {

/// quick: minutes, a smoke test; cpu: a night on two cores; paper: everything.
enum class Scale { quick, cpu, paper };
[[nodiscard]] std::string_view name(Scale scale) noexcept;

/// The training that an experiment needs for a data set, without folders and seed.
[[nodiscard]] training::TrainJob training_for(std::string_view dataset, Scale scale);
/// Test rows that are predicted; 0: all.
[[nodiscard]] std::size_t test_rows_for(Scale scale) noexcept;
/// A unique folder name for that training.
[[nodiscard]] std::string training_folder(std::string_view dataset, Scale scale);

/// A published number.
struct Published {
  double value = 0;
  std::optional<double> std;  ///< over its runs; none where it was read off a plot
  std::string_view remark = {};
};
/// Table 1: AUROC of an epistemic score ("variance.epistemic"). Empty if it is not published.
[[nodiscard]] std::optional<Published> published_auroc(std::string_view in, std::string_view out,
                                                       std::string_view score);
/// Accuracy when this share is rejected by total uncertainty, read off the plots. Empty if not
/// available.
[[nodiscard]] std::optional<Published> published_accuracy(std::string_view dataset,
                                                          double rejected);

/// A reproduced number and the published one.
struct ReproducedNumber {
  std::string what;  ///< "fashion-mnist -> mnist, AUROC of variance.epistemic"
  Estimate ours;
  std::optional<Published> published;

  /// ours - published in units of the published ±; undefined where there is none.
  [[nodiscard]] Figure deviation() const;
};

/// A training behind the numbers, and how it is reduced from the paper's.
struct ReproducedTraining {
  std::string dataset;
  training::TrainingPlan plan;
  std::size_t members = 0, runs = 0;
  double seconds = 0;                                   ///< of all members, from the log
  std::vector<double> test_accuracies;                  ///< of single members
  [[nodiscard]] std::vector<std::string> cuts() const;  ///< "epochs: 1 of 20"
};

struct Reproduction {
  std::string experiment;
  Scale scale = Scale::quick;
  std::uint64_t seed = 0;
  std::string command;  ///< that reproduces it
  std::vector<ReproducedNumber> numbers;
  std::vector<ReproducedTraining> trainings;
  std::size_t test_rows = 0;         ///< 0: all
  std::vector<std::string> missing;  ///< what was skipped, and why
  std::vector<std::string> notes;
  double seconds = 0;  ///< of this command alone
};

}  // namespace qualm
