// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/notes.h"

#include <fmt/format.h>

#include <algorithm>

namespace qualm {
namespace {

/// Whether any family asked for has the property.
bool any_family(const MeasureOptions& options, bool Family::*property) {
  return std::any_of(options.measures.begin(), options.measures.end(),
                     [&](const Measure& each) { return each.family().*property; });
}

}  // namespace

std::vector<std::string> notes_on_options(const MeasureOptions& options, bool log_base_given) {
  std::vector<std::string> notes;
  if (!options.class_weights.empty() && !any_family(options, &Family::label_wise)) {
    notes.emplace_back(
        "--class-weights have no effect: none of the measures asked for is label-wise");
  }
  if (log_base_given && !any_family(options, &Family::logarithmic)) {
    notes.emplace_back("--log-base has no effect: none of the measures asked for is an entropy");
  }
  return notes;
}

std::string note_on_rescaled_rows(std::size_t count) {
  return fmt::format("{} {} rescaled to sum one", count, count == 1 ? "row was" : "rows were");
}

bool has_no_aleatoric(const Measures& measures) {
  return std::all_of(measures.families.begin(), measures.families.end(), [](const auto& family) {
    const std::vector<double>& values = family.parts.aleatoric;
    return std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
  });
}

std::optional<std::string> note_on_one_hot_rows(const MeasureOptions& options) {
  const std::vector<double>& weights = options.class_weights;
  if (std::find(weights.begin(), weights.end(), 0.0) != weights.end()) return std::nullopt;
  return "all members predict one-hot rows: aleatoric uncertainty is 0 by construction";
}

}  // namespace qualm
