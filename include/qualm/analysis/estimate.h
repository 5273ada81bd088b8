// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

/// A number of one run; or the mean over several, with their spread.
struct Estimate {
  Figure value;
  Figure std;     ///< over runs, ddof 0; undefined for one run
  Interval ci95;  ///< one run: of the data, if asked for; several: t-interval of the mean
};

/// One figure a run. `of_one_run` is the interval to take if there is one run only.
[[nodiscard]] Estimate estimate(std::span<const Figure> runs, const Interval& of_one_run = {});

/// The same with no interval for one run.
[[nodiscard]] Estimate estimate(std::size_t n_runs,
                                const std::function<Figure(std::size_t run)>& of_run);

}  // namespace qualm
