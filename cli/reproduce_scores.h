// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reproduce_workshop.h"

namespace qualm::cli {

/// Variance and entropy, as the paper compares them.
[[nodiscard]] std::vector<Score> paper_scores(std::span<const Part> parts = all_parts);

/// The scores of predictions; with labels where `is_known`, so that right and wrong are known.
[[nodiscard]] ScoreTable scores_on(const PredictionFiles& files, std::vector<Score> scores,
                                   bool is_known);

/// Accuracy-rejection curves of an ensemble on the data that it was trained for. Nothing if the
/// data is not here.
[[nodiscard]] std::optional<RejectResult> reject_on(Workshop& workshop, const std::string& dataset);

/// The data sets of the accuracy-rejection curves and of the histograms.
inline constexpr const char* curve_datasets[] = {"cifar-10", "svhn", "mnist", "fashion-mnist",
                                                 "kmnist"};

}  // namespace qualm::cli
