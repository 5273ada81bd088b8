// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

namespace qualm::cli {
namespace {

constexpr Command all_commands[] = {
    {"measure", "compute total, aleatoric and epistemic uncertainty, per instance and per class",
     false, true, setup_measure},
    {"reject", "evaluate rejection: accuracy when the most uncertain predictions are rejected",
     false, true, setup_reject},
    {"ood", "evaluate out-of-distribution detection: AUROC, AUPR and FPR95 of each score", false,
     true, setup_ood},
    {"merge", "merge the state files that measure, reject or ood wrote for shards of the rows",
     false, false, setup_merge},
    {"explain",
     "show the most uncertain instances, class by class, or list candidates for labelling", false,
     false, setup_explain},
    {"axioms", "check which axioms each measure satisfies, with counterexamples", false, false,
     setup_axioms},
    {"data", "list, download and check data sets", false, false, setup_data},
    {"train", "train an ensemble of networks on a data set", false, true, setup_train},
    {"predict", "predict data sets with an ensemble or with TorchScript models", false, false,
     setup_predict},
    {"examples", "show the paper's Figure 1, or the uncertainty of given distributions", false,
     false, setup_examples},
    {"reproduce", "reproduce the paper's tables and figures from raw data", false, false,
     setup_reproduce},
    {"report", "write one offline HTML page: uncertainty, rejection, single rows", false, false,
     setup_report},
    {"serve", "start a local web server that shows the page of qualm report for all rows", false,
     false, setup_serve},
    {"demo", "run a tour on the bundled predictions of a real ensemble", false, false, setup_demo},
    {"help", "show the help of a command", false, false, setup_help},
    {"completion", "print a shell completion script", false, false, setup_completion},
    {"man", "print a manual page (troff)", false, false, setup_man},
};

}  // namespace

std::span<const Command> commands() noexcept {
  return all_commands;
}

}  // namespace qualm::cli
