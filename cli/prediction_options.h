// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "output_options.h"
#include "qualm/analysis.h"
#include "qualm/measures.h"

namespace qualm::cli {

/// The options of every command that reads predictions, as given.
struct PredictionArguments {
  PredictionFiles files;
  MeasureOptions measures;
  OutputArguments output;
  ComputeArguments compute;
  std::string class_weights, member_weights, class_names, columns;  ///< each a list or a file
  std::string ids, ids_key;
  std::vector<std::string> class_weight_names;  ///< where their file names the classes
  bool log_base_given = false;
  bool are_scores = false;  ///< --input scores: somebody's scores, no predictions
};

/// Adds the argument PREDICTIONS... and all options; `arguments` must outlive the parse.
void add_prediction_options(CommandBuilder& command, PredictionArguments& arguments);

// What it is made of, for commands that need something else.
void add_predictions_argument(CommandBuilder& command, PredictionArguments& arguments);
enum class InputKinds { predictions, predictions_or_scores };
void add_input_options(CommandBuilder& command, PredictionArguments& arguments,
                       InputKinds kinds = InputKinds::predictions);
void add_measure_options(CommandBuilder& command, PredictionArguments& arguments);

/// "variance,tsallis:1.5". Throws usage with the nearest name.
[[nodiscard]] std::vector<Measure> parse_measures(const std::string& text);

/// Reads the lists and files that options name, and says which options have no effect.
/// Throws usage, data or system.
void resolve(PredictionArguments& arguments);

/// Opens the predictions, after resolve; puts class weights that have names into the order of the
/// classes, and says what the user should know. Throws usage, data or system.
[[nodiscard]] PredictionSet open_predictions(PredictionArguments& arguments,
                                             const PredictionFiles& files);

/// With --renormalize: how many rows were rescaled, as a note.
void note_rescaled_rows(const PredictionArguments& arguments, std::size_t count);
/// Says why aleatoric uncertainty is 0 everywhere.
void note_one_hot_rows(const PredictionArguments& arguments);
/// Which measures are infinite, in how many rows, and why.
void note_infinite_rows(const PredictionArguments& arguments, const InfiniteRows& rows);

/// Every file that the command reads: none may be the output.
[[nodiscard]] std::vector<std::string> input_paths(const PredictionArguments& arguments);

}  // namespace qualm::cli
