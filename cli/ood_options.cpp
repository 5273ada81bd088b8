// SPDX-License-Identifier: Apache-2.0
#include "ood_options.h"

#include "add_options.h"
#include "qualm/report.h"
#include "score_options.h"

namespace qualm::cli {

void add_ood_options(CommandBuilder& command, OodArguments& arguments) {
  PredictionArguments& predictions = arguments.predictions;
  predictions.output.formats = report::ood_formats();
  OptionGroup input(command, "Input");
  input.repeated("--in", "FILE",
                 "predictions for rows like those trained on; again for each further run (or "
                 "member, if 2-D)",
                 predictions.files.paths);
  input.repeated("--out", "NAME=FILE",
                 "predictions for other rows, named for the output; the same name again: the next "
                 "run (or member)",
                 arguments.out);
  add_input_options(command, predictions, InputKinds::predictions_or_scores);
  add_measure_options(command, predictions);
  add_score_option(command, arguments.scores, "the epistemic part of each family");
  OptionGroup numbers(command, "Numbers");
  numbers.flag("--fpr95-of-in",
               "FPR95 with in-distribution as positive: the share of others accepted when 95 % of "
               "it is",
               arguments.in_is_positive);
  numbers.value("--bins", "N", "of histograms; 15 by default", [&](const std::string& text) {
    arguments.options.n_bins = parse_whole("--bins", text, 1, 100'000);
  });
  numbers.value(
      "--bootstrap", "N", "replicates for an interval of FPR95 of one run; by default 0: none",
      [&](const std::string& text) {
        arguments.options.bootstrap.replicates = parse_whole("--bootstrap", text, 0, 1'000'000);
      });
  add_output_options(command, predictions.output);
  add_plot_option(command, arguments.plot);
  add_compute_options(command, predictions.compute);
}

std::vector<NamedFiles> out_files(const OodArguments& arguments) {
  return named_files("--out", arguments.out);
}

std::vector<std::string> input_paths(const OodArguments& arguments) {
  std::vector<std::string> paths = input_paths(arguments.predictions);
  for (const NamedFiles& set : out_files(arguments)) {
    paths.insert(paths.end(), set.paths.begin(), set.paths.end());
  }
  return paths;
}

}  // namespace qualm::cli
