// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "qualm/theory/scoring_rules.h"

namespace qualm {
namespace {

bool is_family(const std::string& name) {
  const auto rows = families();
  return std::any_of(rows.begin(), rows.end(), [&](const Family& row) { return row.name == name; });
}

bool is_scoring_rule(const std::string& name) {
  if (name.starts_with("tsallis")) return true;
  const auto rules = scoring_rules();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const ScoringRule& rule) { return rule.name == name; });
}

}  // namespace

void choose_families(std::span<const std::string> names, MeasureOptions& options) {
  options.families.clear();
  for (const std::string& name : names) {
    const std::optional<double> order = tsallis_order_of(name);
    if (order) options.tsallis_order = *order;
    options.families.push_back(order ? FamilyId::tsallis : find_family(name).id);
  }
}

UncertaintyMeasure find_measure(const std::string& name) {
  return !is_family(name) && is_scoring_rule(name) ? measure_of(find_scoring_rule(name))
                                                   : measure_of(find_family(name).id);
}

}  // namespace qualm
