// SPDX-License-Identifier: Apache-2.0
#include "reproduce_experiments.h"

#include "error/choose.h"

namespace qualm::cli {
namespace {

constexpr Experiment all_experiments[] = {
    {"figure1", "six distributions, measured by entropy and by variance", reproduce_figure1},
    {"table1", "out-of-distribution detection: AUROC of epistemic uncertainty", reproduce_table1},
    {"recipes", "the text's recipe beside those of the authors' programs", reproduce_recipes},
    {"arc", "accuracy-rejection curves on five data sets", reproduce_arc},
    {"histograms", "uncertainty of right and of wrong predictions", reproduce_histograms},
    {"labelwise", "uncertain pictures, class by class", reproduce_labelwise},
    {"claims", "sentences of the paper as numbers with intervals", reproduce_claims},
    {"holdout", "a class held out and added back: which label-wise uncertainty drops",
     reproduce_holdout},
};

}  // namespace

std::span<const Experiment> experiments() noexcept {
  return all_experiments;
}

const Experiment& find_experiment(std::string_view name) {
  return all_experiments[choose("experiment", name, all_experiments)];
}

}  // namespace qualm::cli
