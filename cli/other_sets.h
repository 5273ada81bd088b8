// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "output_options.h"
#include "qualm/analysis.h"

namespace qualm::cli {

/// Files under one name, in the order given.
struct NamedFiles {
  std::string name;
  std::vector<std::string> paths;
};

/// Texts NAME=FILE by name; a name given again adds a file. Throws usage for one without a name.
[[nodiscard]] std::vector<NamedFiles> named_files(std::string_view option,
                                                  const std::vector<std::string>& texts);

/// Opens predictions of the same ensemble for other rows, and says what the user should know;
/// `like` says how, its paths are ignored. Throws data if members or classes differ from those of
/// `in`.
[[nodiscard]] std::vector<std::pair<std::string, PredictionSet>> open_others(
    const PredictionSet& in, const PredictionFiles& like, const std::vector<NamedFiles>& others,
    const OutputArguments& output);

}  // namespace qualm::cli
