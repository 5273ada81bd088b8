// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>

#include "qualm/evaluation/inference.h"
#include "qualm/evaluation/ranking.h"

namespace qualm {

/// A value of one run, or the mean over several runs with their spread.
struct Estimate {
  Figure value;
  Figure std;     ///< over runs, ddof 0; undefined for one run
  Interval ci95;  ///< one run: of the data, if requested; several runs: t-interval of the mean
};

/// One figure per run. `of_one_run` is the interval used if there is only one run.
[[nodiscard]] Estimate estimate(std::span<const Figure> runs, const Interval& of_one_run = {});

/// The same with no interval for one run.
[[nodiscard]] Estimate estimate(std::size_t n_runs,
                                const std::function<Figure(std::size_t run)>& of_run);

}  // namespace qualm
