// SPDX-License-Identifier: Apache-2.0
#include "evaluation/bootstrap.h"

#include <algorithm>
#include <cmath>

#include "evaluation/logit_interval.h"
#include "evaluation/resampler.h"
#include "parallel/parallel.h"
#include "qualm/error.h"
#include "qualm/evaluation/inference.h"
#include "qualm/random.h"

namespace qualm {
namespace {

/// The quantile between order statistics, by straight lines. Needs sorted, not empty.
double percentile(std::span<const double> sorted, double portion) {
  const double at = portion * static_cast<double>(sorted.size() - 1);
  const auto low = static_cast<std::size_t>(at);
  const std::size_t high = std::min(low + 1, sorted.size() - 1);
  return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

}  // namespace

Bootstrap evaluation::summarize_replicates(std::vector<double> values, double level) {
  Bootstrap result;
  const auto n_values = values.size();
  std::erase_if(values, [](double value) { return std::isnan(value); });
  result.n_undefined = n_values - values.size();
  result.interval.method = "bootstrap";
  if (values.empty()) {
    result.interval.undefined = "the statistic is undefined in all replicates";
    return result;
  }
  std::sort(values.begin(), values.end());
  if (values.front() == values.back()) {
    result.interval.undefined = "every replicate has the same value: the rows show no variation";
    return result;
  }
  result.interval.low = percentile(values, (1 - level) / 2);
  result.interval.high = percentile(values, (1 + level) / 2);
  return result;
}

void evaluation::check(const BootstrapOptions& options) {
  if (options.replicates == 0) throw_usage("a bootstrap needs at least one replicate");
  check_level(options.level);
}

std::vector<Bootstrap> bootstrap(const Tally& tally, std::span<const Statistic> statistics,
                                 const BootstrapOptions& options, const Progress& progress) {
  evaluation::check(options);
  std::vector<std::vector<double>> values(statistics.size(),
                                          std::vector<double>(options.replicates));
  // Scratch is made once a piece: long enough pieces to make little of that.
  constexpr std::size_t replicates_per_piece = 16;
  parallel_for(
      options.replicates, replicates_per_piece, options.threads,
      [&](std::size_t first, std::size_t last) {
        evaluation::Resampler resampler(tally);
        for (std::size_t i = first; i < last; ++i) {
          throw_if_cancelled(progress);
          const Tally& drawn = resampler.draw(Random(options.seed, i), options.stratified);
          for (std::size_t s = 0; s < statistics.size(); ++s) {
            values[s][i] = statistics[s].compute(drawn).value;
          }
        }
      },
      progress);
  std::vector<Bootstrap> results;
  results.reserve(statistics.size());
  for (auto& column : values) {
    results.push_back(evaluation::summarize_replicates(std::move(column), options.level));
  }
  return results;
}

}  // namespace qualm
