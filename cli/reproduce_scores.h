// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reproduce_workshop.h"

namespace qualm::cli {

/// Variance and entropy, as the paper compares them.
[[nodiscard]] std::vector<Score> paper_scores(std::span<const Part> parts = all_parts);

/// The scores of predictions; with labels where `is_known`, so that correct and wrong are known.
[[nodiscard]] ScoreTable scores_on(const PredictionFiles& files, std::vector<Score> scores,
                                   bool is_known);

/// One of them run by run.
[[nodiscard]] std::vector<std::vector<double>> columns_of(const ScoreTable& table,
                                                          std::string_view score);

/// A number of every run beside the published one.
[[nodiscard]] ReproducedNumber number_of(std::string what, std::span<const Figure> runs,
                                         std::optional<Published> published,
                                         const Interval& of_one_run = {});

/// Accuracy, and the share of correct rows in the first of 15 bins of variance.total: by these an
/// ensemble is compared with the authors', of which no more is known.
void add_fingerprint(const Arm& arm, const ScoreTable& table, Reproduction& result);

/// Accuracy-rejection curves of an ensemble on the data that it was trained for. Nothing if the
/// data is not here.
[[nodiscard]] std::optional<RejectResult> reject_on(Workshop& workshop, const std::string& dataset);
/// The same scores; nothing if the data is not here.
[[nodiscard]] std::optional<ScoreTable> table_on(Workshop& workshop, const std::string& dataset);

/// The data sets of the accuracy-rejection curves and of the histograms.
inline constexpr const char* curve_datasets[] = {"cifar-10", "svhn", "mnist", "fashion-mnist",
                                                 "kmnist"};

}  // namespace qualm::cli
