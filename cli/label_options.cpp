// SPDX-License-Identifier: Apache-2.0
#include "label_options.h"

#include "add_options.h"
#include "qualm/evaluation/labels.h"
#include "qualm/io.h"

namespace qualm::cli {

void add_label_options(CommandBuilder& command, LabelArguments& arguments) {
  OptionGroup group(command, "Input");
  group.text("--labels", "FILE", "the true class of each row, a number from 0 on", arguments.path);
  group.text("--labels-key", "NAME", "which array of an .npz the labels are", arguments.key);
}

std::vector<std::uint32_t> read_labels(const LabelArguments& arguments, const PredictionSet& set) {
  const io::Numbers numbers =
      io::read_numbers(arguments.path, {arguments.key, "--labels-key", "labels"});
  return check_labels(numbers.values, set.n_instances(), set.n_classes(), numbers.label);
}

}  // namespace qualm::cli
