// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/reject.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "analysis/mean_curve.h"
#include "qualm/error.h"
#include "qualm/evaluation/intervals.h"

namespace qualm {
namespace {

using Tallies = std::vector<Tally>;  // one per run

Tallies tallies_of(const ScoreTable& table, std::size_t score) {
  Tallies tallies;
  for (const RunScores& run : table.runs) {
    tallies.emplace_back(Ranking(run.columns[score]), run.wrong);
  }
  return tallies;
}

/// Intervals of every statistic for one run; several runs need none.
std::vector<Interval> intervals_of(const Tallies& tallies, const RejectOptions& options,
                                   std::span<const Statistic> statistics,
                                   const Progress& progress) {
  if (tallies.size() != 1) return std::vector<Interval>(statistics.size());
  std::vector<Interval> intervals =
      rejection_intervals(tallies[0], options.area, options.optimum, options.bootstrap.level);
  if (options.bootstrap.replicates == 0) return intervals;
  const std::vector<Bootstrap> drawn =
      bootstrap(tallies[0], statistics, options.bootstrap, progress);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (statistics[i].name != "auroc_error") intervals[i] = drawn[i].interval;
  }
  return intervals;
}

void fill_numbers(const Tallies& tallies, const RejectOptions& options,
                  const Progress* with_intervals, ScoreRejection& result) {
  const std::vector<Statistic> statistics = rejection_statistics(options.area, options.optimum);
  const std::vector<Interval> intervals =
      with_intervals != nullptr ? intervals_of(tallies, options, statistics, *with_intervals)
                                : std::vector<Interval>(statistics.size());
  const std::size_t n_runs = tallies.size();
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    std::vector<Figure> figures;
    for (const Tally& tally : tallies) figures.push_back(statistics[i].compute(tally));
    result.statistics.push_back(estimate(figures, intervals[i]));
  }
  for (const double coverage : options.coverages) {
    result.accuracy_at_coverage.push_back(estimate(
        n_runs, [&](std::size_t run) { return accuracy_at_coverage(tallies[run], coverage); }));
  }
  for (const double risk : options.risks) {
    result.at_risk.push_back(coverage_at_risk(tallies[0], risk));
    result.coverage_at_risk.push_back(estimate(n_runs, [&](std::size_t run) {
      return Figure{coverage_at_risk(tallies[run], risk).coverage, {}};
    }));
  }
}

/// A baseline, which is no score, has neither intervals (and so no progress) nor a histogram.
ScoreRejection judge(std::string name, const Tallies& tallies, const RejectOptions& options,
                     const Progress* of_score = nullptr) {
  ScoreRejection result;
  result.name = std::move(name);
  detail::fill_mean_curve(tallies, options, result);
  fill_numbers(tallies, options, of_score, result);
  if (of_score == nullptr) return result;
  std::vector<Histogram> histograms;
  for (const Tally& tally : tallies) histograms.push_back(histogram(tally, options.n_bins));
  result.overlap =
      estimate(histograms.size(), [&](std::size_t run) { return histograms[run].overlap; });
  result.histogram = std::move(histograms[0]);
  return result;
}

CalibrationResult calibrate(const ScoreTable& table, const RejectOptions& options) {
  std::vector<Calibration> runs;
  for (const RunScores& run : table.runs) {
    runs.push_back(calibration(run.calibration, {options.n_bins, options.binning}));
  }
  const auto over_runs = [&](const auto& member) {
    return estimate(runs.size(), [&](std::size_t run) { return member(runs[run]); });
  };
  return {over_runs([](const Calibration& run) { return run.accuracy; }),
          over_runs([](const Calibration& run) { return run.nll; }),
          over_runs([](const Calibration& run) { return run.brier; }),
          over_runs([](const Calibration& run) { return run.reliability.ece; }),
          over_runs([](const Calibration& run) { return run.reliability.mce; }),
          runs[0].reliability};
}

std::vector<GuaranteedThreshold> guarantee(const Tallies& calibration, const Tallies& test,
                                           const GuaranteeRequest& wanted, GuaranteeMethod method) {
  std::vector<GuaranteedThreshold> result;
  for (std::size_t run = 0; run < test.size(); ++run) {
    RiskGuarantee promise = guarantee_risk(calibration[run], wanted.risk, wanted.delta, method);
    const double threshold = promise.threshold.is_defined()
                                 ? promise.threshold.value
                                 : -std::numeric_limits<double>::infinity();
    OperatingPoint on_test_rows = apply_threshold(test[run], threshold);
    result.push_back({std::move(promise), std::move(on_test_rows)});
  }
  return result;
}

}  // namespace

void RejectOptions::check(bool has_calibration_rows) const {
  if (std::find(coverages.begin(), coverages.end(), 0.0) != coverages.end()) {
    throw_usage(argument("coverages", "0") + ": nothing is kept then");
  }
  if (guarantee && !has_calibration_rows) {
    throw_usage(argument("guarantee") + " needs calibration rows apart from the test rows: add " +
                argument("calibration", "0.5"));
  }
  if (guarantee) return;
  const bool has_method = guarantee_method != GuaranteeMethod::fixed_sequence;
  if (!has_method && !has_calibration_rows) return;
  throw_usage((has_method ? argument("guarantee_method") + " is" : "calibration rows are") +
              " for " + argument("guarantee") + ": add " +
              argument("guarantee", "risk=0.02,delta=0.05"));
}

RejectResult reject(const ScoreTable& table, const RejectOptions& options,
                    const ScoreTable* calibration, const Progress& progress) {
  options.check(calibration != nullptr);
  for (const std::string& name : table.names) {
    if (name == "random" || name == "oracle") {
      throw_usage("a score is called " + name + ", as is the curve it is compared with: rename it");
    }
  }
  RejectResult result;
  result.n_rows = table.n_rows;
  result.n_calibration_rows = calibration == nullptr ? 0 : calibration->n_rows;
  result.n_runs = table.runs.size();
  result.options = options;
  for (std::size_t score = 0; score < table.names.size(); ++score) {
    const Progress part = part_of(progress, score, table.names.size());
    step(part, 0, 1);
    const Tallies tallies = tallies_of(table, score);
    result.scores.push_back(judge(table.names[score], tallies, options, &part));
    if (options.guarantee) {
      result.scores.back().guarantee = guarantee(tallies_of(*calibration, score), tallies,
                                                 *options.guarantee, options.guarantee_method);
    }
    if (score > 0) continue;
    // The baselines depend on how many rows are wrong, not on the score.
    Tallies random, best;
    for (const Tally& tally : tallies) {
      random.push_back(random_order(tally));
      best.push_back(oracle(tally));
    }
    result.random = judge("random", random, options);
    result.oracle = judge("oracle", best, options);
    result.accuracy =
        estimate(tallies.size(), [&](std::size_t run) { return accuracy(tallies[run]); });
  }
  if (!table.runs[0].calibration.correct.empty()) result.calibration = calibrate(table, options);
  return result;
}

std::string_view name(Band band) noexcept {
  constexpr std::string_view names[] = {"std", "sem", "t95"};
  return names[static_cast<std::size_t>(band)];
}

}  // namespace qualm
