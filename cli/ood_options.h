// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "other_sets.h"
#include "partial_options.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

struct OodArguments {
  OodJob job;
  PredictionArguments predictions{job.measured};  ///< its paths are those of --in
  std::vector<std::string> out;                   ///< NAME=FILE as given
  PlotArguments plot;
  PartialArguments partial;
  bool in_is_positive = false;  ///< --fpr95-of-in
};

/// Adds all options of `qualm ood`; `arguments` must outlive the parse.
void add_ood_options(CommandBuilder& command, OodArguments& arguments);

/// Puts what was given into the job. Throws usage if something is missing.
void fill_job(OodArguments& arguments);

/// Every file that the command reads, after fill_job.
[[nodiscard]] std::vector<std::string> input_paths(const OodArguments& arguments);

}  // namespace qualm::cli
