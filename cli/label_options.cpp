// SPDX-License-Identifier: Apache-2.0
#include "label_options.h"

#include "add_options.h"
#include "qualm/error.h"
#include "qualm/io.h"

namespace qualm::cli {

void add_label_options(CommandBuilder& command, LabelArguments& arguments) {
  OptionGroup group(command, "Input");
  group.text(
      "--labels", "FILE",
      "the true class of each row, a number from 0 on or the name of a class; by default the "
      "array labels of the predictions' .npz",
      arguments.path);
  group.text("--labels-key", "NAME", "which column of a .csv, or array of an .npz, the labels are",
             arguments.key);
}

void give_labels(const LabelArguments& arguments, PredictionFiles& files) {
  if (!arguments.given()) {
    if (!arguments.key.empty()) {
      throw_usage("--labels-key goes with --labels: name the file of the labels");
    }
    files.look_for_labels = true;
    return;
  }
  files.labels = io::read_entries(arguments.path, {arguments.key, "labels_key", "labels"});
}

}  // namespace qualm::cli
