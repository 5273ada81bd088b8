// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "add_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

/// The true class of each row, where a command wants it.
struct LabelArguments {
  std::string path, key;

  [[nodiscard]] bool given() const { return !path.empty(); }
};
void add_label_options(CommandBuilder& command, LabelArguments& arguments);

/// Reads them, or has them looked for in the predictions' .npz. Throws data or system.
void give_labels(const LabelArguments& arguments, PredictionFiles& files);

}  // namespace qualm::cli
