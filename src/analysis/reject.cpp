// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "analysis/mean_curve.h"
#include "qualm/analysis/reject_source.h"
#include "qualm/error.h"
#include "qualm/evaluation/area_bootstrap.h"
#include "qualm/evaluation/intervals.h"

namespace qualm {
namespace {

using Tallies = std::vector<Tally>;  // one per run

/// How a score is judged, other than a baseline.
struct Judgement {
  const Progress& progress;
  AreaBootstrap* bootstrap;  // null: none
};

/// Every statistic of one run of a score, with its interval.
std::vector<WithInterval> with_intervals(const Tally& tally, const RejectOptions& options,
                                         std::span<const Statistic> statistics,
                                         const Judgement& judgement) {
  std::vector<WithInterval> found =
      rejection_with_intervals(tally, options.area, options.optimum, options.bootstrap.level);
  if (judgement.bootstrap == nullptr) return found;
  const std::vector<Bootstrap> drawn = (*judgement.bootstrap)(tally, judgement.progress);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (statistics[i].name != "auroc_error") found[i].interval = drawn[i].interval;
  }
  return found;
}

/// The same without: a baseline has none, and several runs need none.
std::vector<WithInterval> without_intervals(const Tally& tally, const RejectOptions& options) {
  std::vector<WithInterval> found;
  for (Figure& figure : rejection_figures(tally, options.area, options.optimum)) {
    found.push_back({std::move(figure), {}});
  }
  return found;
}

void fill_numbers(const Tallies& tallies, const RejectOptions& options, const Judgement* of_score,
                  ScoreRejection& result) {
  const std::vector<Statistic> statistics = rejection_statistics(options.area, options.optimum);
  const std::size_t n_runs = tallies.size();
  std::vector<std::vector<WithInterval>> found;
  for (const Tally& tally : tallies) {
    found.push_back(of_score != nullptr && n_runs == 1
                        ? with_intervals(tally, options, statistics, *of_score)
                        : without_intervals(tally, options));
  }
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    std::vector<Figure> of_runs;
    for (const std::vector<WithInterval>& run : found) of_runs.push_back(run[i].figure);
    result.statistics.push_back(estimate(of_runs, shares, found[0][i].interval));
  }
  for (const double coverage : options.coverages) {
    result.accuracy_at_coverage.push_back(estimate(n_runs, shares, [&](std::size_t run) {
      return accuracy_at_coverage(tallies[run], coverage);
    }));
  }
  for (const double risk : options.risks) {
    std::vector<Figure> coverages;
    for (const Tally& tally : tallies) {
      OperatingPoint point = coverage_at_risk(tally, risk);
      coverages.push_back({point.coverage, {}});
      if (coverages.size() == 1) result.at_risk.push_back(std::move(point));
    }
    result.coverage_at_risk.push_back(estimate(coverages, shares));
  }
}

/// A baseline, which is not a score, has neither intervals (and so no progress) nor a histogram.
ScoreRejection judge(std::string name, const Tallies& tallies, const RejectOptions& options,
                     const Judgement* of_score = nullptr) {
  ScoreRejection result;
  result.name = std::move(name);
  detail::fill_mean_curve(tallies, options, result);
  fill_numbers(tallies, options, of_score, result);
  if (of_score == nullptr) return result;
  std::vector<Histogram> histograms;
  for (const Tally& tally : tallies) histograms.push_back(histogram(tally, options.n_bins));
  result.overlap =
      estimate(histograms.size(), shares, [&](std::size_t run) { return histograms[run].overlap; });
  result.histogram = std::move(histograms[0]);
  return result;
}

CalibrationResult calibrate(const std::vector<Calibration>& runs) {
  const auto over_runs = [&](Range possible, const auto& member) {
    return estimate(runs.size(), possible, [&](std::size_t run) { return member(runs[run]); });
  };
  return {over_runs(shares, [](const Calibration& run) { return run.accuracy; }),
          over_runs(not_negative, [](const Calibration& run) { return run.nll; }),
          over_runs({0, 2}, [](const Calibration& run) { return run.brier; }),
          over_runs(shares, [](const Calibration& run) { return run.reliability.ece; }),
          over_runs(shares, [](const Calibration& run) { return run.reliability.mce; }),
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
    throw_usage(argument("coverages", "0") + ": then no row is kept");
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

RejectResult reject(const RejectSource& source, const RejectOptions& options,
                    const Progress& progress) {
  options.check(source.n_calibration_rows() > 0);
  const std::vector<std::string>& names = source.names();
  for (const std::string& name : names) {
    if (name == "random" || name == "oracle") {
      throw_usage("a score has the name " + name +
                  ", which is reserved for the baseline curve: rename it");
    }
  }
  RejectResult result;
  result.n_rows = source.n_rows();
  result.n_calibration_rows = source.n_calibration_rows();
  result.n_runs = source.n_runs();
  result.options = options;
  std::optional<AreaBootstrap> bootstrap;
  if (options.bootstrap.replicates > 0) {
    bootstrap.emplace(options.area, options.optimum, options.bootstrap);
  }
  result.scores = source.judge([&](std::size_t score, const ScoreTallies& tallies) {
    const Progress part = part_of(progress, score, names.size());
    step(part, 0, 1);
    const Judgement judgement{part, bootstrap ? &*bootstrap : nullptr};
    ScoreRejection judged = judge(names[score], tallies.test, options, &judgement);
    if (options.guarantee) {
      judged.guarantee = guarantee(tallies.calibration, tallies.test, *options.guarantee,
                                   options.guarantee_method);
    }
    return judged;
  });
  // The baselines depend on how many rows are wrong, not on the score.
  Tallies random, best;
  for (const std::uint64_t n_wrong : source.n_wrong()) {
    random.push_back(random_order(result.n_rows - n_wrong, n_wrong));
    best.push_back(oracle(random.back()));
  }
  result.random = judge("random", random, options);
  result.oracle = judge("oracle", best, options);
  // It ranks the errors too, so that some of them may be kept.
  for (std::size_t i = 0; i < options.risks.size(); ++i) {
    result.oracle.coverage_at_risk[i] = estimate(best.size(), shares, [&](std::size_t run) {
      return Figure{best_coverage_at_risk(best[run], options.risks[i]), {}};
    });
  }
  result.accuracy =
      estimate(random.size(), shares, [&](std::size_t run) { return accuracy(random[run]); });
  const auto calibrated = source.calibration({options.n_bins, options.binning});
  if (!calibrated.empty()) result.calibration = calibrate(calibrated);
  return result;
}

std::string_view name(Band band) noexcept {
  constexpr std::string_view names[] = {"std", "sem", "t95"};
  return names[static_cast<std::size_t>(band)];
}

}  // namespace qualm
