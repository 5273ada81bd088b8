// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "add_options.h"
#include "prediction_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

/// Adds --scores; the text is understood when the classes are known.
void add_score_option(CommandBuilder& command, std::string& text, const std::string& by_default);

/// The scores of a list, or those given if it is empty. Throws usage.
[[nodiscard]] std::vector<Score> parse_scores(const std::string& text, const PredictionSet& set,
                                              std::vector<Score> by_default);

/// Somebody's scores in a file: one number per row. Throws data or system.
struct ForeignScore {
  std::string name;  ///< the file's, without folder and ending
  std::vector<double> values;
};
[[nodiscard]] ForeignScore read_score(const std::string& path, const std::string& key);

}  // namespace qualm::cli
