// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "qualm/plot.h"

namespace qualm::plot::examples {

// The figures that qualm draws, with made-up data: what must hold of any figure is tested on these.
Figure rejection_curves();  ///< four lines with bands, the random baseline and the oracle
Figure roc_curves();
Figure right_and_wrong_histograms();
Figure label_wise_bars();  ///< bars beside 28x28 pictures in a grid of 3x3
Figure reliability_diagram();
Figure first_figure();  ///< densities of six second-order distributions, numbers below
Figure scatter_on_log_axes();
Figure hostile_names();  ///< very long names, and names made to break markup and terminals
Figure shared_axes();

struct Example {
  std::string name;
  Figure figure;
};
std::vector<Example> all();

}  // namespace qualm::plot::examples
