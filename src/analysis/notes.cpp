// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "qualm/error.h"

namespace qualm {
namespace {

/// Whether any family asked for has the property.
bool any_family(const MeasureOptions& options, bool Family::*property) {
  return std::any_of(options.measures.begin(), options.measures.end(),
                     [&](const Measure& each) { return each.family().*property; });
}

}  // namespace

std::vector<std::string> notes_on_options(const MeasureOptions& options) {
  std::vector<std::string> notes;
  const bool all_ours = std::all_of(options.measures.begin(), options.measures.end(),
                                    [](const Measure& each) { return each.is_ours(); });
  // A measure of the user's own may take them.
  if (!options.class_weights.empty() && all_ours && !any_family(options, &Family::label_wise)) {
    notes.emplace_back(argument("class_weights") +
                       " have no effect: none of the requested measures is label-wise");
  }
  if (options.log_base != LogBase::two) {
    const std::string no_effect = argument("log_base") + " has no effect: ";
    if (!any_family(options, &Family::logarithmic)) {
      notes.emplace_back(no_effect + "none of the requested measures is an entropy");
    } else if (options.normalized && options.extras.empty()) {
      notes.emplace_back(no_effect + argument("normalized", "true") +
                         " divides the entropies by their greatest value");
    }
  }
  return notes;
}

std::string note_on_rescaled_rows(std::size_t count) {
  return fmt::format("{} {} rescaled to sum to 1", count, count == 1 ? "row was" : "rows were");
}

bool has_no_aleatoric(const Measures& measures) {
  const auto is_zero = [](double value) { return value == 0; };
  bool any_of_ours = false;
  for (const FamilyResult& family : measures.families) {
    const Family& row = family.measure.family();
    if (!row.has(Part::aleatoric)) continue;
    const std::vector<double>& values = family.parts.aleatoric;
    if (!std::all_of(values.begin(), values.end(), is_zero)) return false;
    // The least entropy on a set is also 0 if one point of it is certain.
    const bool is_evidence = family.measure.is_ours() && row.relation != Relation::bounds;
    any_of_ours = any_of_ours || is_evidence;
  }
  return any_of_ours;
}

std::optional<std::string> note_on_one_hot_rows(const MeasureOptions& options) {
  const std::vector<double>& weights = options.class_weights;
  if (std::find(weights.begin(), weights.end(), 0.0) != weights.end()) return std::nullopt;
  return "all members with a positive weight predict one-hot rows: aleatoric uncertainty is 0 by "
         "construction";
}

}  // namespace qualm
