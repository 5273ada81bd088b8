// SPDX-License-Identifier: Apache-2.0
#include "reproduce_experiments.h"

#include <fmt/format.h>

#include "error/nearest_name.h"
#include "qualm/error.h"

namespace qualm::cli {
namespace {

constexpr Experiment all_experiments[] = {
    {"figure1", "six distributions, measured by entropy and by variance", reproduce_figure1},
    {"table1", "out-of-distribution detection: AUROC of epistemic uncertainty", reproduce_table1},
    {"arc", "accuracy-rejection curves on five data sets", reproduce_arc},
    {"histograms", "uncertainty of right and of wrong predictions", reproduce_histograms},
    {"labelwise", "uncertain pictures, class by class", reproduce_labelwise},
};

}  // namespace

std::span<const Experiment> experiments() noexcept {
  return all_experiments;
}

const Experiment& find_experiment(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Experiment& row : all_experiments) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  const std::string nearest = nearest_name(name, names);
  throw_usage(
      nearest.empty()
          ? fmt::format("unknown experiment '{}': choose from {}", name, fmt::join(names, ", "))
          : fmt::format("unknown experiment '{}': did you mean {}?", name, nearest));
}

}  // namespace qualm::cli
