// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "plot_options.h"
#include "reproduce_workshop.h"

namespace qualm::cli {

/// One row of the registry. `run` fills the numbers and gives the figure.
struct Experiment {
  std::string_view name;
  std::string_view summary;
  plot::Figure (*run)(Workshop& workshop, Reproduction& result);
};
[[nodiscard]] std::span<const Experiment> experiments() noexcept;
/// Throws usage, with the nearest name, if there is no such experiment.
[[nodiscard]] const Experiment& find_experiment(std::string_view name);

// Each is in reproduce_<name>.cpp.
plot::Figure reproduce_figure1(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_table1(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_recipes(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_arc(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_histograms(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_labelwise(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_claims(Workshop& workshop, Reproduction& result);
plot::Figure reproduce_holdout(Workshop& workshop, Reproduction& result);

}  // namespace qualm::cli
