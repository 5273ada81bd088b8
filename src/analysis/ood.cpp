// SPDX-License-Identifier: Apache-2.0
#include "qualm/analysis/ood.h"

#include <fmt/format.h>

#include <utility>

#include "analysis/mean_roc.h"
#include "analysis/ood_comparisons.h"
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
  // With fewer, too few of them lie beyond their 5 % quantile: intervals covered .89 with 100 rows,
  // .94 with 200.
  constexpr std::uint64_t fewest_rows = 200;
  if (n_found < fewest_rows) {
    Interval none;
    none.undefined =
        fmt::format("needs {} rows of the kind to be found, has {}", fewest_rows, n_found);
    return none;
  }
  return bootstrap(tally, {&fpr95, 1}, options.bootstrap, progress)[0].interval;
}

std::vector<Interval> intervals_of(const Tally& tally, std::span<const Statistic> statistics,
                                   const OodOptions& options, const Progress& progress) {
  const double level = options.bootstrap.level;
  std::vector<Interval> intervals(statistics.size());
  for (std::size_t i = 0; i < statistics.size(); ++i) {
    const std::string_view name = statistics[i].name;
    if (name == "auroc") {
      intervals[i] = auroc_interval(tally, level);
    } else if (name == "aupr_out") {
      intervals[i] = average_precision_interval(tally, Target::positives, level);
    } else if (name == "aupr_in") {
      intervals[i] = average_precision_interval(tally, Target::negatives, level);
    } else {
      intervals[i] = fpr_interval(tally, statistics[i], options, progress);
    }
  }
  return intervals;
}

RunDetection detect(const Tally& tally, bool with_intervals, const OodOptions& options,
                    const Progress& progress) {
  const std::vector<Statistic> statistics = detection_statistics(options.fpr_target);
  RunDetection result;
  for (const Statistic& each : statistics) result.statistics.push_back(each.compute(tally));
  result.intervals = with_intervals ? intervals_of(tally, statistics, options, progress)
                                    : std::vector<Interval>(statistics.size());
  result.roc = roc_curve(tally, options.max_points);
  result.histogram = histogram(tally, options.n_bins);
  return result;
}

OodDetection combine(std::span<const RunDetection> runs) {
  OodDetection result;
  for (std::size_t i = 0; i < runs[0].statistics.size(); ++i) {
    std::vector<Figure> figures;
    for (const RunDetection& run : runs) figures.push_back(run.statistics[i]);
    result.statistics.push_back(estimate(figures, runs[0].intervals[i]));
  }
  std::vector<RocCurve> curves;
  for (const RunDetection& run : runs) curves.push_back(run.roc);
  detail::fill_mean_roc(curves, result);
  result.histogram = runs[0].histogram;
  result.overlap =
      estimate(runs.size(), [&](std::size_t run) { return runs[run].histogram.overlap; });
  return result;
}

void check(const ScoreTable& in, std::span<const OodSet> sets) {
  for (const OodSet& set : sets) {
    if (set.table.runs.size() != in.runs.size()) {
      throw_usage(
          fmt::format("runs of {}: {}, of the in-distribution set: {}; give as many of each",
                      set.name, set.table.runs.size(), in.runs.size()));
    }
    if (set.table.names != in.names) {
      throw_usage(fmt::format("{} has other scores than the in-distribution set", set.name));
    }
  }
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

OodResult ood(const ScoreTable& in, std::span<const OodSet> sets, const OodOptions& options,
              const Progress& progress) {
  check(in, sets);
  OodResult result;
  result.n_runs = in.runs.size();
  result.n_in = in.n_rows;
  result.options = options;
  result.scores = in.names;
  result.detections.resize(in.names.size());
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const ScoreTable& out = sets[s].table;
    result.sets.push_back(sets[s].name);
    result.n_out.push_back(out.n_rows);
    std::vector<std::uint8_t> is_out(in.n_rows, 0);
    is_out.resize(in.n_rows + out.n_rows, 1);
    detail::OodComparer comparer(result.n_runs);
    for (std::size_t score = 0; score < in.names.size(); ++score) {
      const Progress part =
          part_of(progress, s * in.names.size() + score, sets.size() * in.names.size());
      step(part, 0, 1);
      std::vector<RunDetection> runs;
      for (std::size_t run = 0; run < result.n_runs; ++run) {
        std::vector<double> both = in.runs[run].columns[score];
        const std::vector<double>& others = out.runs[run].columns[score];
        both.insert(both.end(), others.begin(), others.end());
        const Ranking ranking(both);
        runs.push_back(detect(Tally(ranking, is_out), result.n_runs == 1, options, part));
        comparer.add(score, ranking, is_out, runs.back().statistics[0]);
      }
      result.detections[score].push_back(combine(runs));
    }
    comparer.compare(s, result.comparisons);
  }
  detail::adjust_and_mark_best(result);
  return result;
}

}  // namespace qualm
