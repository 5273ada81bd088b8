// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "analysis/mean_roc.h"
#include "analysis/ood_comparisons.h"
#include "qualm/analysis/ood_source.h"
#include "qualm/error.h"
#include "qualm/evaluation/intervals.h"

namespace qualm {
namespace {

/// What one run says of one score and set; the counts behind it are let go.
struct RunDetection {
  std::vector<Figure> statistics;
  std::vector<Interval> intervals;
  RocCurve roc;
  Histogram histogram;
};

Interval fpr_interval(const Tally& tally, const Statistic& fpr95, const OodOptions& options,
                      const Progress& progress) {
  if (options.bootstrap.replicates == 0) return {};
  const std::uint64_t n_found =
      options.fpr_target == Target::positives ? tally.n_positive : tally.n_negative;
  // With fewer, too few of them lie beyond their 5% quantile: intervals covered .89 with 100 rows,
  // .94 with 200.
  constexpr std::uint64_t fewest_rows = 200;
  if (n_found < fewest_rows) {
    Interval none;
    none.undefined =
        fmt::format("needs {} rows of the kind to be detected, has {}", fewest_rows, n_found);
    return none;
  }
  return bootstrap(tally, {&fpr95, 1}, options.bootstrap, progress)[0].interval;
}

WithInterval with_interval(const Tally& tally, const Statistic& statistic,
                           const OodOptions& options, const Progress& progress) {
  const double level = options.bootstrap.level;
  if (statistic.name == "auroc") return auroc_with_interval(tally, level);
  if (statistic.name == "aupr_out") {
    return average_precision_with_interval(tally, Target::positives, level);
  }
  if (statistic.name == "aupr_in") {
    return average_precision_with_interval(tally, Target::negatives, level);
  }
  return {statistic.compute(tally), fpr_interval(tally, statistic, options, progress)};
}

RunDetection detect(const Tally& tally, bool with_intervals, const OodOptions& options,
                    const Progress& progress) {
  RunDetection result;
  for (const Statistic& each : detection_statistics(options.fpr_target)) {
    WithInterval found = with_intervals ? with_interval(tally, each, options, progress)
                                        : WithInterval{each.compute(tally), {}};
    result.statistics.push_back(std::move(found.figure));
    result.intervals.push_back(std::move(found.interval));
  }
  result.roc = roc_curve(tally, options.max_points);
  result.histogram = histogram(tally, options.n_bins);
  return result;
}

OodDetection combine(std::span<const RunDetection> runs) {
  OodDetection result;
  for (std::size_t i = 0; i < runs[0].statistics.size(); ++i) {
    std::vector<Figure> figures;
    for (const RunDetection& run : runs) figures.push_back(run.statistics[i]);
    result.statistics.push_back(estimate(figures, shares, runs[0].intervals[i]));
  }
  std::vector<RocCurve> curves;
  for (const RunDetection& run : runs) curves.push_back(run.roc);
  detail::fill_mean_roc(curves, result);
  result.histogram = runs[0].histogram;
  result.overlap =
      estimate(runs.size(), shares, [&](std::size_t run) { return runs[run].histogram.overlap; });
  return result;
}

}  // namespace

void check_same_ensemble(const PredictionSet& in, const PredictionSet& out,
                         const std::string& name) {
  if (out.n_classes() != in.n_classes() || out.n_members() != in.n_members()) {
    throw_data(fmt::format(
        "{} has {} members and {} classes, the in-distribution set {} and {}: predict all sets "
        "with the same ensemble",
        name, out.n_members(), out.n_classes(), in.n_members(), in.n_classes()));
  }
}

OodResult ood(const OodSource& source, const OodOptions& options, const Progress& progress) {
  OodResult result;
  result.n_runs = source.n_runs();
  result.n_in = source.n_in();
  result.options = options;
  result.scores = source.names();
  result.sets = source.sets();
  const std::size_t n_scores = result.scores.size(), n_sets = result.sets.size();
  result.detections.resize(n_scores);
  for (std::size_t set = 0; set < n_sets; ++set) {
    result.n_out.push_back(source.n_out(set));
    SetDetections found = source.detect(
        set, [&](std::size_t of_set, std::size_t score, const std::vector<Tally>& tallies) {
          const Progress part = part_of(progress, of_set * n_scores + score, n_sets * n_scores);
          step(part, 0, 1);
          std::vector<RunDetection> runs;
          std::vector<double> aurocs;
          for (const Tally& tally : tallies) {
            runs.push_back(detect(tally, tallies.size() == 1, options, part));
            aurocs.push_back(runs.back().statistics[0].value);
          }
          return ScoreDetection{combine(runs), std::move(aurocs)};
        });
    detail::compare(found, result);
    for (std::size_t score = 0; score < n_scores; ++score) {
      result.detections[score].push_back(std::move(found.scores[score].detection));
    }
  }
  detail::adjust_and_mark_best(result);
  return result;
}

}  // namespace qualm
