// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "add_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

/// The true class of each row, where a command wants it.
struct LabelArguments {
  std::string path, key;

  [[nodiscard]] bool given() const { return !path.empty(); }
};
void add_label_options(CommandBuilder& command, LabelArguments& arguments);

/// Reads and checks one label a row of the set. Throws data or system.
[[nodiscard]] std::vector<std::uint32_t> read_labels(const LabelArguments& arguments,
                                                     const PredictionSet& set);

}  // namespace qualm::cli
