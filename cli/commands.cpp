// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

namespace qualm::cli {
namespace {

constexpr Command all_commands[] = {
    {"measure", "total, aleatoric and epistemic uncertainty, per instance and per class", false,
     true, setup_measure},
    {"reject", "accuracy when uncertain predictions are rejected, and how good each score is at it",
     false, true, setup_reject},
    {"ood", "out-of-distribution detection: how well each score finds out-of-distribution rows",
     false, true, setup_ood},
    {"merge", "put together the parts that measure, reject or ood wrote of shards of the rows",
     false, false, setup_merge},
    {"explain", "the most uncertain instances, class by class, and candidates for labelling", false,
     false, setup_explain},
    {"axioms", "which axiom each measure satisfies, with a counterexample where not", false, false,
     setup_axioms},
    {"data", "list, download and check data sets", false, false, setup_data},
    {"train", "train an ensemble of networks on a data set", false, true, setup_train},
    {"predict", "predict data sets with an ensemble or with TorchScript models", false, false,
     setup_predict},
    {"examples", "the paper's Figure 1, or the uncertainty of distributions of your own", false,
     false, setup_examples},
    {"reproduce", "the paper's tables and figures, from raw data", false, false, setup_reproduce},
    {"report", "write one offline HTML page: uncertainty, rejection, single rows", false, false,
     setup_report},
    {"serve", "serve the same page live, for this machine only", false, false, setup_serve},
    {"demo", "all commands on the bundled predictions of a real ensemble", false, false,
     setup_demo},
    {"help", "how to use a command", false, false, setup_help},
    {"completion", "a completion script for a shell", false, false, setup_completion},
    {"man", "a manual page, as troff", false, false, setup_man},
};

}  // namespace

std::span<const Command> commands() noexcept {
  return all_commands;
}

}  // namespace qualm::cli
