// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "add_options.h"
#include "output_options.h"
#include "qualm/analysis.h"
#include "qualm/measures.h"

namespace qualm::cli {

/// The options of every command that reads predictions, as given.
struct PredictionArguments {
  explicit PredictionArguments(MeasureJob& filled) : job(filled) {}

  MeasureJob& job;
  OutputArguments output;
  ComputeArguments compute;
  std::string class_weights, member_weights, class_names, columns;  ///< each a list or a file
  std::string ids, ids_key, labels, labels_key;
  std::vector<std::string> shards;  ///< patterns
  bool are_scores = false;          ///< --input scores: somebody's scores, no predictions
};

/// Adds the argument PREDICTIONS... and all options; `arguments` must outlive the parse.
void add_prediction_options(CommandBuilder& command, PredictionArguments& arguments);

// What it is made of, for commands that need something else.
void add_predictions_argument(CommandBuilder& command, PredictionArguments& arguments);
enum class InputKinds { predictions, predictions_or_scores };
void add_input_options(CommandBuilder& command, PredictionArguments& arguments,
                       InputKinds kinds = InputKinds::predictions);
void add_measure_options(CommandBuilder& command, PredictionArguments& arguments);
inline constexpr std::string_view labels_beside_predictions =
    "Default: the array labels in the file of the predictions (.npz, .safetensors, HDF5)";
/// `note`: what the command does with labels, or where it looks for them.
void add_label_options(CommandBuilder& command, PredictionArguments& arguments,
                       std::string_view note = labels_beside_predictions);

/// "variance,tsallis:1.5". Throws usage with the nearest name.
[[nodiscard]] std::vector<Measure> parse_measures(const std::string& text);

/// Finds the files of --shards, before anything else is made of the predictions. Throws usage if
/// there are neither predictions nor shards, or both; system if a pattern matches no file.
void find_shards(PredictionArguments& arguments);

/// Reads the lists and files that options name into the job. Throws usage, data or system.
void resolve(PredictionArguments& arguments);

/// Reads the true class of each row, or has it looked for in the predictions' .npz. Throws
/// likewise.
void give_labels(PredictionArguments& arguments);

/// Every file that the command reads: none may be the output.
[[nodiscard]] std::vector<std::string> input_paths(const PredictionArguments& arguments);

}  // namespace qualm::cli
