// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "add_options.h"
#include "partial_options.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

struct RejectArguments {
  RejectJob job;
  PredictionArguments predictions{job.measured};
  PlotArguments plot;
  PartialArguments partial;
  std::string correct;                      ///< file of 0/1, with --input scores
  std::vector<std::string> beside;          ///< --predictions, with --input scores
  bool beside_input_given = false;          ///< --predictions-input
  std::optional<double> calibration_share;  ///< --calibration
  std::string calibration_rows;             ///< file of row numbers
};

/// Adds all options of `qualm reject`; `arguments` must outlive the parse.
void add_reject_options(CommandBuilder& command, RejectArguments& arguments);

/// Puts what was given into the job. Throws usage if options contradict each other.
void fill_job(RejectArguments& arguments);

/// Every file that the command reads, before fill_job.
[[nodiscard]] std::vector<std::string> input_paths(const RejectArguments& arguments);

}  // namespace qualm::cli
