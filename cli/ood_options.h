// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "other_sets.h"
#include "plot_options.h"
#include "prediction_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

struct OodArguments {
  PredictionArguments predictions;  ///< its paths are those of --in
  std::vector<std::string> out;     ///< NAME=FILE as given
  PlotArguments plot;
  OodOptions options;
  std::string scores;
  bool in_is_positive = false;  ///< --fpr95-of-in
};

/// Adds all options of `qualm ood`; `arguments` must outlive the parse.
void add_ood_options(CommandBuilder& command, OodArguments& arguments);

/// The files of --out by name; a name given again adds a file. Throws usage for one without a name.
[[nodiscard]] std::vector<NamedFiles> out_files(const OodArguments& arguments);

/// Every file that the command reads.
[[nodiscard]] std::vector<std::string> input_paths(const OodArguments& arguments);

}  // namespace qualm::cli
